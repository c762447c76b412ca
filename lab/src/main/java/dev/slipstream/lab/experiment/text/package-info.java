/**
 * Benchmarks of the text experiment.
 */
package dev.slipstream.lab.experiment.text;
