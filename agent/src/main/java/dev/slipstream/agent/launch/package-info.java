/**
 * Launcher of the command line, whose jars are nested in the outer jar.
 */
package dev.slipstream.agent.launch;
