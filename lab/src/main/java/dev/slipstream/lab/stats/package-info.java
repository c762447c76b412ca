/** Ratios of paired measurements, their bootstrap intervals, and verdicts. Knows nothing of JVMs. */
package dev.slipstream.lab.stats;
