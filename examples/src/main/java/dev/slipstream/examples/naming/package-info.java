/**
 * Applications whose threads rename themselves for each piece of work: Kotlin coroutines with the names of debug mode, and
 * Cassandra under load. {@link dev.slipstream.examples.naming.NamingExample} compares them without and with Slipstream.
 */
package dev.slipstream.examples.naming;
