/**
 * Striped user counts: the library's {@code StripedLifetime} and {@code Shares}, the agent's slots, and the JDK's shared arenas as
 * the packaged agent has rewritten them. The JVM needs what {@link dev.slipstream.stress.arenas.SharedArena} states.
 */
package dev.slipstream.stress.arenas;
