/**
 * The entry into the one jar. The only package, with one class, that an application can see.
 */
package dev.slipstream.agent;
