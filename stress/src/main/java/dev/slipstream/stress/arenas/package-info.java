/**
 * Shared arenas of the JDK, as the packaged agent has rewritten them, under jcstress. They are run as the bell's tests are, once
 * the jar is built. The JVM needs what {@code SharedArena} says.
 */
package dev.slipstream.stress.arenas;
