/** What a thread's native priority is when several threads set its Java priority: the mapping of the last. */
package dev.slipstream.stress.priority;
