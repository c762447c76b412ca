/** A JVM's process, as the system shows it, before and while something is asked of it. */
package dev.slipstream.cli.process;
