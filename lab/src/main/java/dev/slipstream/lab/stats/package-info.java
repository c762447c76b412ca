/** Ratios of paired measurements, their bootstrap intervals, and verdicts. Independent of JVMs. */
package dev.slipstream.lab.stats;
