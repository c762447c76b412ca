/**
 * Starts the command line, whose jars lie nested in the one jar.
 */
package dev.slipstream.agent.launch;
