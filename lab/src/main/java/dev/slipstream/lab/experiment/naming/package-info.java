/**
 * Threads that rename themselves or others, as JMH benchmarks.
 *
 * <p>The benchmarks are compiled for JDK 17 and start virtual threads by reflection.
 */
package dev.slipstream.lab.experiment.naming;
