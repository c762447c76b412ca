/**
 * Naming: a thread that renames itself pays a system call, most of what the rename costs. Here the Java name changes at once, and
 * a {@linkplain dev.slipstream.naming.NamePublisher publisher} tells the operating system the last of a thread's names a little
 * later. {@link dev.slipstream.naming.ThreadNames} is for applications; the rest is what it shares with the agent.
 */
package dev.slipstream.naming;
