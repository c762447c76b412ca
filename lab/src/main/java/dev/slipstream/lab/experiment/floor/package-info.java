/**
 * Limits set by the hardware or the operating system, as JMH benchmarks: no remedy can be faster than its floor.
 *
 * <p>The benchmarks are compiled for JDK 17. Those that call native functions use {@code java.lang.foreign} by reflection, and
 * run on JDK 21 and later.
 */
package dev.slipstream.lab.experiment.floor;
