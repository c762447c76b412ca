package dev.slipstream.arenas;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Test of many threads on one group. Interactions of two threads within nanoseconds are left to jcstress. */
@Timeout(60)
class ArenaGroupThreadsTest {
    private static final int THREADS = 6;
    private static final int STEPS = 3_000;
    private static final int MOST_OPEN = 12;

    /** Members that one thread has opened and another may close. */
    private final ConcurrentLinkedQueue<Used> handedOn = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Used> all = new ConcurrentLinkedQueue<>();
    private final AtomicInteger early = new AtomicInteger();

    /** Member with memory, which must keep what was written until the member is closed. */
    private final class Used {
        private final Arena arena;
        private final long value;
        private final List<MemorySegment> segments = new ArrayList<>();
        private final AtomicInteger freed = new AtomicInteger();
        private volatile boolean closing;

        Used(Arena arena, long value) {
            this.arena = arena;
            this.value = value;
            all.add(this);
        }

        @SuppressWarnings("restricted")
        void allocate() {
            MemorySegment segment = arena.allocate(ValueLayout.JAVA_LONG).reinterpret(arena, each -> free());
            segment.set(ValueLayout.JAVA_LONG, 0, value + segments.size());
            segments.add(segment);
        }

        private void free() {
            if (!closing) {
                early.getAndIncrement();
            }
            freed.getAndIncrement();
        }

        void check() {
            for (int i = 0; i < segments.size(); i++) {
                assertThat(segments.get(i).get(ValueLayout.JAVA_LONG, 0)).isEqualTo(value + i);
            }
        }

        void close() {
            check();
            closing = true;
            arena.close();
        }
    }

    private Void useOften(ArenaGroup group, long seed) {
        Random random = new Random(seed);
        Deque<Used> own = new ArrayDeque<>();
        for (int step = 0; step < STEPS; step++) {
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> {
                    if (own.size() < MOST_OPEN) {
                        Used used = new Used(group.open(), seed * STEPS + step);
                        used.allocate();
                        own.add(used);
                    }
                }
                case 3 -> own.forEach(Used::allocate);
                case 4 -> own.forEach(Used::check);
                case 5 -> {
                    if (!own.isEmpty()) {
                        handedOn.add(own.removeFirst());
                    }
                }
                default -> close(random.nextBoolean() ? own.pollLast() : handedOn.poll());
            }
        }
        own.forEach(Used::close);
        return null;
    }

    private static void close(Used used) {
        if (used != null) {
            used.close();
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 42", "7, 20260101", "64, -7"})
    void memoryIsFreedOnceAndNeverEarly(int members, long seed) throws Exception {
        ArenaGroup group = new ArenaGroup(members);
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        List<Future<Void>> running = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            long own = seed * THREADS + i;
            running.add(pool.submit(() -> useOften(group, own)));
        }
        for (Future<Void> each : running) {
            each.get();
        }
        pool.shutdown();
        handedOn.forEach(Used::close);
        group.close();
        assertThat(early).hasValue(0);
        assertThat(all).hasSizeGreaterThan(STEPS).allSatisfy(used -> {
            assertThat(used.freed).hasValue(used.segments.size());
            assertThat(used.arena.scope().isAlive()).isFalse();
        });
    }

    /** A thread that opens a member in time can use it; the others get an exception. */
    @Test
    void theGroupIsClosedWhileMembersAreOpened() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        for (int round = 0; round < 300; round++) {
            ArenaGroup group = new ArenaGroup(1 + round % 5);
            AtomicBoolean started = new AtomicBoolean();
            List<Future<Void>> running = new ArrayList<>();
            for (int i = 0; i < THREADS - 1; i++) {
                running.add(pool.submit(() -> openUntilClosed(group, started)));
            }
            while (!started.get()) {
                Thread.onSpinWait();
            }
            group.close();
            for (Future<Void> each : running) {
                each.get();
            }
        }
        pool.shutdown();
        assertThat(early).hasValue(0);
        assertThat(all).isNotEmpty().allSatisfy(used -> assertThat(used.freed).hasValue(used.segments.size()));
    }

    private Void openUntilClosed(ArenaGroup group, AtomicBoolean started) {
        while (true) {
            Arena arena;
            try {
                arena = group.open();
            } catch (IllegalStateException closed) {
                return null;
            }
            started.set(true);
            Used used = new Used(arena, 42);
            used.allocate();
            used.close();
        }
    }

    /** Exactly one of several concurrent closes of a member succeeds. */
    @Test
    void aMemberIsClosedOnce() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        ArenaGroup group = new ArenaGroup(2);
        for (int round = 0; round < 2_000; round++) {
            Arena member = group.open();
            Arena other = group.open();
            AtomicInteger closes = new AtomicInteger();
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                running.add(pool.submit(() -> {
                    try {
                        member.close();
                        closes.getAndIncrement();
                    } catch (IllegalStateException closed) {
                        assertThat(closed).hasMessage("Already closed");
                    }
                }));
            }
            for (Future<?> each : running) {
                each.get();
            }
            assertThat(closes).hasValue(1);
            assertThat(other.scope().isAlive()).isTrue();
            other.close();
            assertThat(member.scope().isAlive()).isFalse();
        }
        pool.shutdown();
    }

    /** After a close at any depth near the end of the stack, a member is closed, or can be closed. */
    @Test
    void survivesTheEndOfTheStack() throws InterruptedException {
        ArenaGroup group = new ArenaGroup(1);
        // Linking and initialisation at the first use take much stack, and fail for good if it overflows.
        group.open().close();
        List<Arena> opened = new ArrayList<>();
        Thread thread = new Thread(null, () -> down(group, opened), "deep", 256 << 10);
        thread.start();
        thread.join();
        group.close();
        assertThat(opened).isNotEmpty().allSatisfy(member -> {
            if (member.scope().isAlive()) {
                member.close();
            }
            assertThat(member.scope().isAlive()).isFalse();
        });
    }

    @SuppressWarnings("InfiniteRecursion")
    private static void down(ArenaGroup group, List<Arena> opened) {
        try {
            Arena member = group.open();
            opened.add(member);
            down(group, opened);
            member.close();
        } catch (StackOverflowError expected) {
            // Each caller closes its own member, with a little more stack left.
        }
    }
}
