package dev.slipstream.agent.retrofit;

import java.lang.reflect.Field;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * The fields of the pinning graft. By reflection, since the graft's class is java.base's, and plain reflection rather than
 * handles, since this runs before the application's main, where handles cost more than they save.
 */
final class PinningSwitch implements Supplier<Thread> {
    private final Field active;
    private final Field dormant;
    private final Field keeper;
    private final Field sample;
    private final AtomicLong compensated;
    private final AtomicLong saturated;
    private final AtomicLong failed;

    PinningSwitch(Class<?> graft) throws ReflectiveOperationException {
        active = open(graft, "active");
        dormant = open(graft, "dormant");
        keeper = open(graft, "keeper");
        sample = open(graft, "sample");
        compensated = (AtomicLong) open(graft, "compensated").get(null);
        saturated = (AtomicLong) open(graft, "saturated").get(null);
        failed = (AtomicLong) open(graft, "failed").get(null);
    }

    private static Field open(Class<?> graft, String name) throws ReflectiveOperationException {
        Field field = graft.getField(name);
        field.setAccessible(true);
        return field;
    }

    void setActive(boolean on) {
        set(active, on);
    }

    void setKeeper(Thread thread) {
        set(keeper, thread);
    }

    /** Sleeps until a virtual thread starts or parks while pinned, or the time is over. */
    void sleep(long nanos) {
        set(dormant, true);
        LockSupport.parkNanos(nanos);
        set(dormant, false);
    }

    /** The latest pinned virtual thread seen, and asks for another. */
    @Override
    public Thread get() {
        try {
            Thread seen = (Thread) sample.get(null);
            set(sample, null);
            return seen;
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    long compensated() {
        return compensated.get();
    }

    long saturated() {
        return saturated.get();
    }

    long failed() {
        return failed.get();
    }

    private static void set(Field field, Object value) {
        try {
            field.set(null, value);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
