package dev.slipstream.runtime.naming;

import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Factory of slots for platform threads that rename themselves. Each slot is made on its own thread. The factory also sums up what
 * its slots have counted. A slot is also a {@link java.security.PrivilegedAction} that tells whether the next rename will be taken,
 * and {@link AutoCloseable}. Safe for use by several threads.
 *
 * @see "java.lang.NameSlots"
 * @see NamePublisher
 * @see ImmediateSlots
 * @see SkippingSlots
 */
public interface SlotMaker extends Supplier<Predicate<String>> {
    /** {@return what all slots have counted so far, in a fixed order} */
    Map<String, Long> counters();
}
