/**
 * A trial of remedies in a running JVM: what its diagnosis says before and after, and what follows from both.
 */
package dev.slipstream.cli.trial;
