/**
 * Arenas: who uses shared memory is counted, by one counter for all threads, which becomes slower with each of them. Here the
 * counter is split into stripes once threads contend for it. {@link dev.slipstream.arenas.StripedLifetime} is for applications
 * and resources of any kind; the stripes are what it shares with the agent, which brings them to the arenas of the JDK.
 *
 * <p>And: to close a shared arena the JVM asks every thread. {@code ArenaGroup}, on JDK 21 and later, has it ask once for many.
 */
package dev.slipstream.arenas;
