/**
 * Two threads of different priorities that want the same thing, as JMH benchmarks: a processor, memory's bandwidth, the file
 * cache, the disk, a lock. For Linux.
 */
package dev.slipstream.lab.experiment.priority;
