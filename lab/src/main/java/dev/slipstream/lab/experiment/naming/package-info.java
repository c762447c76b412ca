/**
 * Threads that rename themselves and threads that are renamed, as JMH benchmarks.
 *
 * <p>They are compiled for JDK 17; virtual threads are started by reflection.
 */
package dev.slipstream.lab.experiment.naming;
