/**
 * Priority: on Linux a thread's Java priority has no effect; the kernel goes by the thread's nice value. This package sets the nice
 * value. {@link dev.slipstream.priority.Priorities} is for applications; {@link dev.slipstream.priority.PrioritySetter} is shared
 * with the agent.
 */
package dev.slipstream.priority;
