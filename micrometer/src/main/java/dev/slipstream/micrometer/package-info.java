/**
 * Metrics of Slipstream's remedies for Micrometer, read from the MXBeans of the agent in this JVM. No class of the agent is used:
 * its version may differ from that of this library.
 *
 * <p>A null argument causes a {@link java.lang.NullPointerException}.
 *
 * @since 1.0.0
 */
package dev.slipstream.micrometer;
