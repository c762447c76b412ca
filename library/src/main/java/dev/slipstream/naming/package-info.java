/**
 * Naming: a thread that renames itself pays for a system call, most of the cost of a rename. Here the Java name changes at once,
 * and a {@linkplain dev.slipstream.naming.NamePublisher publisher} tells the operating system the thread's last name a little
 * later. {@link dev.slipstream.naming.ThreadNames} is for applications; it shares the other types with the agent.
 *
 * <p>A null argument causes a {@link java.lang.NullPointerException} unless the method says otherwise.
 *
 * @since 0.1.0
 */
package dev.slipstream.naming;
