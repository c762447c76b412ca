/** A thread's native priority when several threads set its Java priority: the one of the last. */
package dev.slipstream.stress.priority;

