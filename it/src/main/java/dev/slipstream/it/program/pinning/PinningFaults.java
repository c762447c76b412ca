package dev.slipstream.it.program.pinning;

import dev.slipstream.it.program.common.Failing;
import dev.slipstream.it.program.common.Faults;
import dev.slipstream.it.program.common.StackEnd;
import dev.slipstream.it.program.common.UntilNoneFails;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** A carrier is neither lost nor blocked after a pinned park that could not be completed. */
public final class PinningFaults implements Faults {
    private static final int PARKS = 3;
    private static final long PARK_NANOS = 1_000_000;
    private static final long WAKE_NANOS = 1_000;

    @Override
    public boolean isForVirtualThreads() {
        return true;
    }

    /**
     * Parks while pinned, until another thread unparks it. With a timeout, the JDK's own timer would meet the end of the stack, and
     * fail with and without the remedy.
     */
    @Override
    public String differsAtStackEnd(int which) throws ReflectiveOperationException, InterruptedException {
        Thread parked = Thread.currentThread();
        AtomicBoolean done = new AtomicBoolean();
        Thread waker = new Thread(() -> {
            while (!done.get()) {
                LockSupport.unpark(parked);
                LockSupport.parkNanos(WAKE_NANOS);
            }
        });
        waker.start();
        continuation("pin");
        // A class of the JDK whose initialisation meets the end of the stack stays unusable.
        LockSupport.park();
        StackEnd.recurse(LockSupport::park, which);
        continuation("unpin");
        done.set(true);
        waker.join();
        return null;
    }

    private static void continuation(String method) throws ReflectiveOperationException {
        Class.forName("jdk.internal.vm.Continuation").getMethod(method).invoke(null);
    }

    @Override
    public String differsAfterwards() throws Exception {
        return PinningWorks.works() ? null : "a pinned park afterwards blocks its carrier";
    }

    @Override
    public String failAllocations() throws Exception {
        return UntilNoneFails.on(PinningFaults::park, true);
    }

    private static String park(int others) throws ReflectiveOperationException {
        continuation("pin");
        Failing.after(others);
        for (int i = 0; i < PARKS; i++) {
            LockSupport.parkNanos(PARK_NANOS);
        }
        Failing.end();
        continuation("unpin");
        return null;
    }
}
