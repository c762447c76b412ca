/** The process of a JVM, as the operating system shows it before and during an attach. */
package dev.slipstream.cli.process;
