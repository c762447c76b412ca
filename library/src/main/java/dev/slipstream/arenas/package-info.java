/**
 * Arenas: the users of shared memory are counted by one counter for all threads, which becomes slower with each of them. Here
 * the counter is split into stripes once threads contend for it. {@link dev.slipstream.arenas.StripedLifetime} serves
 * applications and resources of any kind. It shares the stripes with the agent, which brings them to the arenas of the JDK.
 *
 * <p>To close a shared arena the JVM also needs a handshake with every thread. {@code ArenaGroup}, on JDK 21 and later, needs
 * one handshake for many arenas.
 *
 * <p>A null argument causes a {@link java.lang.NullPointerException} unless the method says otherwise.
 *
 * @since 1.0.0
 */
package dev.slipstream.arenas;
