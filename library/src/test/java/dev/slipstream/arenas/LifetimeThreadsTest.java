package dev.slipstream.arenas;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Test of many threads on one lifetime. Interactions of two threads within nanoseconds are left to jcstress. */
@Timeout(60)
class LifetimeThreadsTest {
    private static final int USERS = 8;
    private static final Pattern REFUSAL = Pattern.compile("acquired by (\\d+) users?|already closed");

    private final AtomicInteger freed = new AtomicInteger();
    private final AtomicInteger late = new AtomicInteger();
    private final StripedLifetime lifetime = new StripedLifetime(freed::getAndIncrement);

    private void use() {
        if (freed.get() > 0) {
            late.getAndIncrement();
        }
    }

    /** Uses the lifetime until it is closed, and returns how often. */
    private long useOften() {
        long uses = 0;
        while (lifetime.tryAcquire()) {
            use();
            lifetime.release();
            uses++;
        }
        return uses;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void manyUsersAndClosers(boolean striped) throws Exception {
        if (striped) {
            lifetime.stripe();
        }
        AtomicInteger closes = new AtomicInteger();
        ConcurrentLinkedQueue<String> refusals = new ConcurrentLinkedQueue<>();
        ExecutorService pool = Executors.newCachedThreadPool();
        lifetime.acquire();
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < USERS; i++) {
            running.add(pool.submit(this::useOften));
        }
        for (int i = 0; i < 3; i++) {
            running.add(pool.submit(() -> {
                while (lifetime.isAlive()) {
                    try {
                        lifetime.close();
                        closes.getAndIncrement();
                    } catch (IllegalStateException e) {
                        refusals.add(e.getMessage());
                        // Keeps the refused from occupying the processors and the memory.
                        Thread.sleep(1);
                    }
                }
                return null;
            }));
        }
        Thread.sleep(300);
        assertThat(lifetime.isAlive()).as("closed in use").isTrue();
        lifetime.release();
        for (Future<?> each : running) {
            each.get();
        }
        pool.shutdown();
        assertThat(closes).hasValue(1);
        assertThat(freed).hasValue(1);
        assertThat(late).hasValue(0);
        assertThat(refusals).isNotEmpty().allSatisfy(refusal -> {
            Matcher matcher = REFUSAL.matcher(refusal);
            assertThat(matcher.matches()).as(refusal).isTrue();
            if (matcher.group(1) != null) {
                assertThat(Integer.parseInt(matcher.group(1))).isBetween(1, USERS + 1);
            }
        });
    }

    @Test
    void whoIsLastFrees() throws Exception {
        ExecutorService pool = Executors.newCachedThreadPool();
        for (int round = 0; round < 2_000; round++) {
            AtomicInteger frees = new AtomicInteger();
            StripedLifetime one = new StripedLifetime(frees::getAndIncrement);
            if (round % 2 == 0) {
                one.stripe();
            }
            List<Future<Boolean>> users = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                users.add(pool.submit(() -> {
                    boolean used = one.tryAcquire();
                    if (used) {
                        boolean early = frees.get() > 0;
                        one.release();
                        return !early;
                    }
                    return true;
                }));
            }
            one.closeWhenUnused();
            for (Future<Boolean> user : users) {
                assertThat(user.get()).as("not freed while used").isTrue();
            }
            assertThat(frees).hasValue(1);
        }
        pool.shutdown();
    }

    /** Threads release what other threads have acquired. */
    @Test
    void releasesOnOtherThreads() throws Exception {
        int each = 20_000;
        LinkedTransferQueue<Integer> acquired = new LinkedTransferQueue<>();
        ExecutorService pool = Executors.newCachedThreadPool();
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            running.add(pool.submit(() -> {
                for (int n = 0; n < each; n++) {
                    lifetime.acquire();
                    acquired.add(n);
                }
            }));
            running.add(pool.submit(() -> {
                for (int n = 0; n < each; n++) {
                    acquired.take();
                    use();
                    lifetime.release();
                }
                return null;
            }));
        }
        lifetime.stripe();
        for (Future<?> one : running) {
            one.get();
        }
        pool.shutdown();
        lifetime.close();
        assertThat(freed).hasValue(1);
        assertThat(late).hasValue(0);
    }

    @Test
    void stripesAreMadeWhereThreadsContend() throws InterruptedException {
        for (int i = 0; i < 100_000; i++) {
            lifetime.acquire();
            lifetime.release();
        }
        assertThat(lifetime.isStriped()).as("used by one thread").isFalse();
        Thread[] users = new Thread[USERS];
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        for (int i = 0; i < USERS; i++) {
            users[i] = new Thread(() -> {
                while (!lifetime.isStriped() && System.nanoTime() < end) {
                    for (int n = 0; n < 1_000; n++) {
                        lifetime.acquire();
                        lifetime.release();
                    }
                }
            });
            users[i].start();
        }
        for (Thread user : users) {
            user.join();
        }
        assertThat(lifetime.isStriped()).isTrue();
        lifetime.close();
        assertThat(lifetime.isStriped()).isFalse();
    }

    /** Closes and acquires at every depth near the end of the stack leave a lifetime that works. */
    @Test
    void survivesTheEndOfTheStack() throws InterruptedException {
        lifetime.stripe();
        for (int i = 0; i < 40; i++) {
            Deep deep = new Deep(i);
            Thread thread = new Thread(null, deep, "deep", 256 << 10);
            thread.start();
            thread.join();
            assertThat(deep.refused).isPositive();
            for (; deep.users > 0; deep.users--) {
                lifetime.release();
            }
        }
        lifetime.close();
        assertThat(freed).hasValue(1);
    }

    private final class Deep implements Runnable {
        /** More levels would not reach the end of the stack, and each exception takes the time to record all of it. */
        private static final int LEVELS = 200;

        private final int offset;
        private int users;
        private int refused;
        private int left;

        Deep(int offset) {
            this.offset = offset;
        }

        @Override
        public void run() {
            down(offset, 0, 0);
        }

        /** Pushes a few frames of another size, so that the stack ends elsewhere each time. */
        private void down(int more, long a, long b) {
            if (a + b < more) {
                down(more, a + 1, b);
            } else {
                down();
            }
        }

        @SuppressWarnings("InfiniteRecursion")
        private void down() {
            try {
                lifetime.acquire();
                users++;
                down();
            } catch (StackOverflowError expected) {
                // It was not acquired then, as the last close verifies.
                left = LEVELS;
            }
            if (left > 0) {
                left--;
                closeInUse();
            }
        }

        private void closeInUse() {
            try {
                lifetime.close();
            } catch (IllegalStateException inUse) {
                refused++;
            } catch (StackOverflowError expected) {
                left = LEVELS;
            }
        }
    }
}
