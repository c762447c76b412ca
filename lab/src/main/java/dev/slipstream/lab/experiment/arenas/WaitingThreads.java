package dev.slipstream.lab.experiment.arenas;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Parked threads, which take part in the JVM's handshakes nevertheless. */
final class WaitingThreads {
    private static final int STACK_BYTES = 256 * 1_024;

    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean ended;

    void start(int count) {
        for (int i = 0; i < count; i++) {
            Thread thread = new Thread(null, this::await, "idle " + i, STACK_BYTES);
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
    }

    private void await() {
        while (!ended) {
            LockSupport.park();
        }
    }

    void end() {
        ended = true;
        threads.forEach(LockSupport::unpark);
    }
}
