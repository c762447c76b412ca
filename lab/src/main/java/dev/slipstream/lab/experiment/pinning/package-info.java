/**
 * The programs of the pinning experiment: JMH benchmarks, and scenarios with a main method each.
 *
 * <p>All are compiled for JDK 17 and run on JDK 21 and later.
 */
package dev.slipstream.lab.experiment.pinning;
