/**
 * Sources of a diagnosis's events: a running JVM, recordings of one or several JVMs, or a started command. All changes to a running
 * JVM end with the diagnosis, whether it completes or not.
 */
package dev.slipstream.cli.diagnose.source;
