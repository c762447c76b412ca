package dev.slipstream.runtime.naming;

import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Supplier;

/**
 * Factory of slots for platform threads that rename themselves. Each slot is made on its own thread. The factory also sums up what
 * its slots have counted.
 *
 * <p>A slot is asked with the new name and the Java name that was replaced, and returns true if the native name is taken care of; else
 * the JDK must do the rename. The caller has stored the new Java name already, at least by a release store: a slot that returns true
 * has executed a full fence since, unless the two are one object. A slot is also a {@link java.security.PrivilegedAction} that tells
 * whether the next rename will be taken, and {@link AutoCloseable}.
 *
 * <p>Safe for use by several threads.
 *
 * @see "java.lang.NameSlots"
 * @see NamePublisher
 * @see ImmediateSlots
 * @see SkippingSlots
 */
public interface SlotMaker extends Supplier<BiPredicate<String, String>> {
    /** {@return what all slots have counted so far, in a fixed order} */
    Map<String, Long> counters();
}
