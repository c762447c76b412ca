/**
 * Entry point of the jar, and the loader of all else. The only package visible to the application.
 */
package dev.slipstream.agent;
