/**
 * Programs that the tests run in a JVM of their own. Those that need virtual threads are in {@code src/main/java21}.
 */
package dev.slipstream.it.program;
