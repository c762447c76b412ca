/**
 * Entry point of the jar. The only package visible to the application; it has a single class.
 */
package dev.slipstream.agent;
