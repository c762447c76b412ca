/** Benchmarks of files that are read and written in small pieces. */
package dev.slipstream.lab.experiment.buffering;
