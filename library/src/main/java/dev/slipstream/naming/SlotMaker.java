package dev.slipstream.naming;

import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Makes slots for platform threads that rename themselves, each on the thread that it is for, and knows what they have counted.
 * A slot also is a {@link java.security.PrivilegedAction} that tells whether the next rename will be taken, and {@link
 * AutoCloseable}. Safe for use by several threads.
 */
public interface SlotMaker extends Supplier<Predicate<String>> {
    /** What all its slots have counted so far, in a fixed order. */
    Map<String, Long> counters();
}
