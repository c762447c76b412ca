/**
 * Naming: a thread that renames itself pays for a system call, most of the cost of a rename. Here the Java name changes at once,
 * and a thread that publishes names tells the operating system the thread's last one a little later.
 *
 * <p>A null argument causes a {@link java.lang.NullPointerException} unless the method says otherwise.
 *
 * @since 1.0.0
 */
package dev.slipstream.naming;
