/** Measurement of the cost of a running diagnosis for its target JVM. Started by {@code tools/diagnosis-overhead}. */
package dev.slipstream.lab.overhead;
