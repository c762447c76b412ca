/**
 * Where the events of a diagnosis come from: a JVM that runs, recordings of one or several, a command that is started. What is
 * done to a JVM that runs ends with the diagnosis, however that ends.
 */
package dev.slipstream.cli.diagnose.source;
