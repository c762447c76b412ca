/**
 * Trials of remedies in a running JVM: compares diagnoses before and after, and keeps or removes the remedies.
 */
package dev.slipstream.cli.trial;
