package dev.slipstream.lab.experiment.arenas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.slipstream.lab.experiment.arenas.Lifetime.CasLifetime;
import dev.slipstream.lab.experiment.arenas.Lifetime.LibraryLifetime;
import dev.slipstream.lab.experiment.arenas.Lifetime.LongAdderLifetime;
import dev.slipstream.lab.experiment.arenas.Lifetime.StampedLockLifetime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The compared programs do the same: only then does a comparison of times mean anything. */
@Timeout(60)
class LifetimesTest {
    private static final int USERS = 4;

    static Stream<Lifetime> lifetimes() {
        return Stream.of(new CasLifetime(), new LongAdderLifetime(), new StampedLockLifetime(), new LibraryLifetime());
    }

    @ParameterizedTest
    @MethodSource("lifetimes")
    void closesOnceAndNeverInUse(Lifetime lifetime) throws InterruptedException {
        lifetime.acquire();
        lifetime.acquire();
        assertThatIllegalStateException().isThrownBy(lifetime::close).withMessageStartingWith("acquired by 2");
        lifetime.release();
        assertThatIllegalStateException().isThrownBy(lifetime::close).withMessageStartingWith("acquired by 1");
        Thread other = new Thread(lifetime::release);
        other.start();
        other.join();
        lifetime.close();
        assertThatIllegalStateException().isThrownBy(lifetime::close).withMessage("already closed");
        assertThatIllegalStateException().isThrownBy(lifetime::acquire).withMessage("already closed");
    }

    @ParameterizedTest
    @MethodSource("lifetimes")
    void isNotUsedAfterItWasClosed(Lifetime lifetime) throws Exception {
        AtomicInteger closed = new AtomicInteger();
        AtomicInteger late = new AtomicInteger();
        lifetime.acquire();
        ExecutorService pool = Executors.newCachedThreadPool();
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < USERS; i++) {
            running.add(pool.submit(() -> useUntilClosed(lifetime, closed, late)));
        }
        for (int i = 0; i < 2; i++) {
            running.add(pool.submit(() -> {
                while (closed.get() == 0) {
                    if (closes(lifetime)) {
                        closed.getAndIncrement();
                    }
                    // So that the users get their share of the processors.
                    Thread.sleep(0, 100_000);
                }
                return null;
            }));
        }
        Thread.sleep(200);
        assertThat(closed).as("closed in use").hasValue(0);
        lifetime.release();
        for (Future<?> each : running) {
            each.get();
        }
        pool.shutdown();
        assertThat(closed).hasValue(1);
        assertThat(late).hasValue(0);
    }

    private static boolean closes(Lifetime lifetime) {
        try {
            lifetime.close();
            return true;
        } catch (IllegalStateException inUse) {
            return false;
        }
    }

    private static void useUntilClosed(Lifetime lifetime, AtomicInteger closed, AtomicInteger late) {
        while (true) {
            try {
                lifetime.acquire();
            } catch (IllegalStateException e) {
                return;
            }
            if (closed.get() > 0) {
                late.getAndIncrement();
            }
            lifetime.release();
        }
    }
}
