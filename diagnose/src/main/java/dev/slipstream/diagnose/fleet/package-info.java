/**
 * Analyses many recordings: the function that one machine and a cluster share. {@link dev.slipstream.diagnose.fleet.Analysed#of}
 * makes the rows of one recording; {@link dev.slipstream.diagnose.fleet.WorkerJvm} does so in a JVM that can be killed.
 */
package dev.slipstream.diagnose.fleet;
