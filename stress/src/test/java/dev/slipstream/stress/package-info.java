/** Runs the stress tests in JVMs of their own, on every JDK that is there. */
package dev.slipstream.stress;
