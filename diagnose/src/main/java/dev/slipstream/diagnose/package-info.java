/**
 * Diagnosis of the costs that a JVM pays, running or recorded, with or without Slipstream. All data comes from outside, as the
 * JVM's own user or root: from the JDK's tools, its flight recorder, and {@code /proc}.
 *
 * <p>{@link dev.slipstream.diagnose.Diagnostician} takes events. Samples of threads and their processor use make up a profile,
 * of the whole time and second by second. One detector per remedy computes its cost's share from it.
 */
package dev.slipstream.diagnose;
