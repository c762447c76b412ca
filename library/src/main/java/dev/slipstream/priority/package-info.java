/**
 * Priority: on Linux a thread's Java priority has no effect; the kernel goes by the thread's nice value. This package sets the nice
 * value.
 *
 * <p>A null argument causes a {@link java.lang.NullPointerException} unless the method says otherwise.
 *
 * @since 1.0.0
 */
package dev.slipstream.priority;
