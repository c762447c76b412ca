/**
 * What a running JVM, one without Slipstream as well, or a recording of one, shows of costs that it pays. Everything is looked at
 * from outside, as the JVM's own user or root, by what the JDK's tools, its flight recorder and {@code /proc} say.
 *
 * <p>{@link dev.slipstream.cli.diagnose.Diagnostician} takes events. Samples of threads and their use of the processors make up a
 * profile, in all and second by second; one detector for each remedy reads from it what its cost's share is.
 */
package dev.slipstream.cli.diagnose;
