/**
 * The programs of the pinning experiment: JMH benchmarks, and scenarios with a main method each.
 *
 * <p>They are compiled for JDK 17 and run on 21 and later.
 */
package dev.slipstream.lab.experiment.pinning;
