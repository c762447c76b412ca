/**
 * A web service that shares its processors with jobs of the Quartz scheduler, whose workers have a low priority that the JVM
 * ignores. Start with {@link dev.slipstream.examples.priority.Shop}; {@link dev.slipstream.examples.priority.PriorityExample}
 * compares it without and with Slipstream.
 */
package dev.slipstream.examples.priority;
