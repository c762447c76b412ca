/**
 * What an experiment is made of: subjects on a bench, workloads and scenarios, and claims about them.
 *
 * <p>Nothing here runs anything; {@link dev.slipstream.lab.run} does.
 */
package dev.slipstream.lab;
