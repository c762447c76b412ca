/** The protocol of {@code jdk.internal.misc.Doorbell}, the class itself. */
package dev.slipstream.stress.pinning;

