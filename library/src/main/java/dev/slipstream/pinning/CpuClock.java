package dev.slipstream.pinning;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.function.ToLongFunction;

/**
 * Clock that reads the processor time of other threads from the JVM's own management interface. The interface is loaded on first
 * need only: in most applications no carrier is ever suspected of waiting in native code.
 */
final class CpuClock implements ToLongFunction<Thread> {
    private ThreadMXBean threads;

    /**
     * Returns the processor time of a thread.
     *
     * @return nanoseconds, or a negative number if this JVM cannot tell
     */
    @Override
    @SuppressWarnings("deprecation") // threadId() came with JDK 19; carriers do not override getId()
    public long applyAsLong(Thread thread) {
        if (threads == null) {
            threads = ManagementFactory.getThreadMXBean();
        }
        return threads.isThreadCpuTimeSupported() ? threads.getThreadCpuTime(thread.getId()) : -1;
    }

    /** Returns the clock, or one that always returns -1 if the JVM was built without {@code java.management}. */
    static ToLongFunction<Thread> ofThisJvm() {
        return ModuleLayer.boot().findModule("java.management").isPresent() ? new CpuClock() : thread -> -1;
    }
}
