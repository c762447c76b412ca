package dev.slipstream.runtime.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Test of our threads in an application that interrupts what it does not know. */
class DaemonTest {
    private static final long NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    private final CompletableFuture<Boolean> goesOn = new CompletableFuture<>();
    private volatile long took;
    private volatile boolean isInterrupted;
    private Daemon daemon;

    private void pause() {
        long start = System.nanoTime();
        boolean result = daemon.pause(NANOS);
        took = System.nanoTime() - start;
        isInterrupted = Thread.currentThread().isInterrupted();
        goesOn.complete(result);
    }

    @Test
    void anInterruptNeitherEndsNorShortensAPause() throws Exception {
        daemon = new Daemon("slipstream-test", this::pause);
        daemon.start();
        while (!goesOn.isDone()) {
            daemon.thread().interrupt();
            Thread.sleep(5);
        }
        assertThat(goesOn.get()).isTrue();
        assertThat(took).isGreaterThanOrEqualTo(NANOS);
        daemon.close();
    }

    @Test
    void anInterruptBeforeAPauseIsCleared() throws Exception {
        daemon = new Daemon("slipstream-test", () -> {
            Thread.currentThread().interrupt();
            pause();
        });
        daemon.start();
        assertThat(goesOn.get(10, TimeUnit.SECONDS)).isTrue();
        assertThat(isInterrupted).isFalse();
        assertThat(took).isGreaterThanOrEqualTo(NANOS);
    }

    @Test
    void aCloseEndsAPauseAtOnce() throws Exception {
        daemon = new Daemon("slipstream-test", () -> goesOn.complete(daemon.pause(Long.MAX_VALUE / 2)));
        daemon.start();
        daemon.close();
        assertThat(goesOn.get(10, TimeUnit.SECONDS)).isFalse();
        assertThat(daemon.isClosing()).isTrue();
    }

    @Test
    void belongsToTheSystemsGroup() {
        daemon = new Daemon("slipstream-test", () -> {});
        assertThat(daemon.thread().getThreadGroup().getParent()).isNull();
        assertThat(daemon.thread().isDaemon()).isTrue();
        assertThat(daemon.thread().getContextClassLoader()).isNull();
    }

    @Test
    void aTaskThatEndsSoonRunsInTheSystemsGroup() {
        ThreadGroup[] group = new ThreadGroup[1];
        Daemon.runToEnd("slipstream-test", () -> group[0] = Thread.currentThread().getThreadGroup());
        assertThat(group[0].getParent()).isNull();
    }
}
