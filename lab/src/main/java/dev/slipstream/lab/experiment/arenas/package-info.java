/**
 * Threads that use the memory of one shared arena, and arenas that are opened and closed, as JMH benchmarks.
 *
 * <p>The benchmarks are compiled for JDK 17, use {@code java.lang.foreign} by reflection, and run on JDK 21 and later. Contended
 * ones need a warm-up of more than a second, since the remedy does not take effect earlier.
 */
package dev.slipstream.lab.experiment.arenas;
