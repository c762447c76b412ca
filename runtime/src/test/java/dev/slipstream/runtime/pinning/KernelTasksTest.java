package dev.slipstream.runtime.pinning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.runtime.pinning.CarrierWatch.Doing;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Test on the kernel that it runs on. */
class KernelTasksTest {
    private final CarrierWatch.Kernel kernel = KernelTasks.ofThisJvm();

    /** Looks until the thread is seen so: it takes a moment to get there. */
    private void isSeen(Thread thread, Doing expected) {
        Doing seen = Doing.UNKNOWN;
        for (long end = System.nanoTime() + 20_000_000_000L; seen != expected && System.nanoTime() - end < 0;) {
            LockSupport.parkNanos(5_000_000);
            kernel.look(Set.of(thread));
            seen = kernel.doing(thread, kernel.cpuNanos(thread));
        }
        assertThat(seen).isEqualTo(expected);
        assertThat(kernel.knows(thread)).isTrue();
    }

    @Test
    void aThreadThatReads() throws Exception {
        try (ServerSocket server = new ServerSocket(0);
                Socket here = new Socket("localhost", server.getLocalPort());
                Socket there = server.accept()) {
            InputStream in = here.getInputStream();
            Thread reader = new Thread(() -> {
                try {
                    in.read();
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            }, "reader");
            reader.start();
            isSeen(reader, Doing.SLEEPS);
            assertThat(reader.getState()).isEqualTo(Thread.State.RUNNABLE);
            there.getOutputStream().write(1);
            reader.join();
            kernel.look(Set.of());
            assertThat(kernel.knows(reader)).isFalse();
        }
    }

    @Test
    void aThreadAtALock() throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        Thread waiter = new Thread(() -> {
            try {
                latch.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }, "waiter");
        waiter.start();
        isSeen(waiter, Doing.WAITS);
        latch.countDown();
        waiter.join();
    }

    /** It is known from its first moments, when it waited. */
    @Test
    void aThreadThatRuns() throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        Thread runner = new Thread(() -> {
            try {
                latch.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            while (!Thread.currentThread().isInterrupted()) {
                Thread.onSpinWait();
            }
        }, "runner");
        runner.start();
        isSeen(runner, Doing.WAITS);
        latch.countDown();
        isSeen(runner, Doing.WANTS_A_PROCESSOR);
        runner.interrupt();
        runner.join();
    }
}
