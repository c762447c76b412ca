/**
 * Threads that use the memory of one shared arena, and arenas that are opened and closed, as JMH benchmarks.
 *
 * <p>They are compiled for JDK 17, use {@code java.lang.foreign} by reflection, and run on JDK 21 and later. Those in which
 * threads contend need warm-ups of more than a second: the remedy does not begin earlier.
 */
package dev.slipstream.lab.experiment.arenas;
