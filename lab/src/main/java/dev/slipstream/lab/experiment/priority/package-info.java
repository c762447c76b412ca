/**
 * Two threads of different priorities that compete for a resource, as JMH benchmarks: a processor, memory bandwidth, the file
 * cache, the disk, a lock. For Linux.
 */
package dev.slipstream.lab.experiment.priority;
