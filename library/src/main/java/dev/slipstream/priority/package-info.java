/**
 * Priority: on Linux a thread's Java priority is a number that nobody reads; what the kernel goes by is the thread's nice value.
 * Here the latter is set. {@link dev.slipstream.priority.Priorities} is for applications; {@link
 * dev.slipstream.priority.PrioritySetter} is what it shares with the agent.
 */
package dev.slipstream.priority;
