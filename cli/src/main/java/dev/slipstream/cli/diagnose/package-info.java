/**
 * What a running JVM, one without Slipstream as well, shows of costs that it pays: input for a diagnosis. Everything is looked
 * at from outside, as the JVM's own user or root, by what the JDK's tools and {@code /proc} say.
 */
package dev.slipstream.cli.diagnose;
