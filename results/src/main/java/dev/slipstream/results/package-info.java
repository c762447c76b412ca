/**
 * Model of an experiment: subjects on a bench, workloads and scenarios, and claims about them.
 *
 * <p>This package runs nothing; {@code dev.slipstream.lab.run} does.
 */
package dev.slipstream.results;
