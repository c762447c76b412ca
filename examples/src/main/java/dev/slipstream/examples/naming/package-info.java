/**
 * Cassandra, whose workers rename themselves for each batch of work, under load. {@link
 * dev.slipstream.examples.naming.NamingExample} compares it without and with Slipstream.
 */
package dev.slipstream.examples.naming;
