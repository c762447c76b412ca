/** Programs that the tests fork. Those that need virtual threads are in {@code src/main/java21}. */
package dev.slipstream.it.program;
