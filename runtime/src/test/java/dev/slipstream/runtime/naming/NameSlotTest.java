package dev.slipstream.runtime.naming;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.FileOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NameSlotTest {
    private static final long INTERVAL = TimeUnit.MILLISECONDS.toNanos(20);

    private final Host host = new Host();
    private final NamePublisher publisher = NamePublisher.start(host, INTERVAL, NativeNames.ofThisJdk());

    @AfterEach
    void close() {
        publisher.close();
    }

    private static String shown() throws Exception {
        return new String(Comm.OF_LINUX.read(), StandardCharsets.ISO_8859_1);
    }

    /** Waits two intervals, and longer on a busy machine. */
    private static void assertSoonShown(String expected) throws Exception {
        long start = System.nanoTime();
        while (!shown().equals(expected) && System.nanoTime() - start < 50 * INTERVAL) {
            Thread.sleep(1);
        }
        assertThat(shown()).isEqualTo(expected);
    }

    @Test
    void leavesTheFirstRenamesToTheJdk() throws Exception {
        OnThread.call(() -> {
            NameSlot slot = OnThread.publishedSlot(publisher);
            assertThat(publisher.counters().get("files")).isZero();
            assertThat(OnThread.rename(slot, "early-7")).as("same text").isTrue();
            assertThat(OnThread.rename(slot, "another")).isTrue();
            assertSoonShown("another");
            assertThat(publisher.counters()).containsExactly(Map.entry("renames", 1L), Map.entry("same", 1L),
                    Map.entry("published", 1L), Map.entry("files", 1L), Map.entry("filesRefused", 0L));
            slot.close();
            assertThat(publisher.counters()).containsEntry("files", 0L).containsEntry("renames", 1L);
            assertThat(OnThread.rename(slot, "after close")).isFalse();
            assertThat(OnThread.take(slot, "after close")).isFalse();
            return null;
        });
        assertThat(host.refusals).isEmpty();
    }

    @Test
    void showsTheLastOfManyNamesWithinTwoIntervals() throws Exception {
        OnThread.call(() -> {
            NameSlot slot = OnThread.publishedSlot(publisher);
            long worst = 0;
            for (int round = 0; round < 20; round++) {
                for (int i = 0; i < 100_000; i++) {
                    assertThat(OnThread.take(slot, (i & 1) == 0 ? "even" : "odd")).isTrue();
                }
                OnThread.take(slot, "the end " + round);
                long start = System.nanoTime();
                assertSoonShown("the end " + round);
                worst = Math.max(worst, System.nanoTime() - start);
            }
            assertThat(worst).isLessThan(20 * INTERVAL);
            return null;
        });
        assertThat(publisher.counters()).hasEntrySatisfying("renames", renames -> assertThat(renames).isEqualTo(2_000_020L));
    }

    @Test
    void showsWhatTheJdkWouldHaveShown() throws Exception {
        OnThread.call(() -> {
            NameSlot slot = OnThread.publishedSlot(publisher);
            for (String name : NativeNamesTest.names().toList()) {
                OnThread.take(slot, name);
                assertSoonShown(new String(NativeNames.ofThisJdk().bytes(name), StandardCharsets.ISO_8859_1));
            }
            return null;
        });
    }

    /** A rename by another thread changes the Java name only, so the native name is right already. */
    @Test
    void aRenameByAnotherThreadIsNotShown() throws Exception {
        OnThread.call(() -> {
            NameSlot slot = OnThread.publishedSlot(publisher);
            OnThread.take(slot, "mine");
            assertSoonShown("mine");
            Thread self = Thread.currentThread();
            OnThread.call(() -> {
                self.setName("theirs");
                return null;
            });
            Thread.sleep(50);
            assertThat(shown()).isEqualTo("mine");
            assertThat(OnThread.rename(slot, "theirs")).isTrue();
            assertSoonShown("theirs");
            return null;
        });
    }

    @Test
    void leavesAThreadAloneThatNativeCodeHasNamed() throws Exception {
        OnThread.call(() -> {
            NameSlot slot = OnThread.publishedSlot(publisher);
            try (FileOutputStream out = new FileOutputStream("/proc/thread-self/comm")) {
                out.write("native".getBytes(StandardCharsets.US_ASCII));
            }
            for (int i = 0; i < 3; i++) {
                assertThat(OnThread.take(slot, "java " + i)).isFalse();
            }
            assertThat(shown()).isEqualTo("native");
            return null;
        });
        assertThat(publisher.counters()).containsEntry("filesRefused", 0L).containsEntry("files", 0L);
    }

    @Test
    void closePublishesWhatIsOutstanding() throws Exception {
        NamePublisher slow = NamePublisher.start(host, TimeUnit.HOURS.toNanos(1), NativeNames.ofThisJdk());
        OnThread.call(() -> {
            NameSlot slot = OnThread.publishedSlot(slow);
            OnThread.take(slot, "first");
            assertSoonShown("first");
            OnThread.take(slot, "outstanding");
            Thread.sleep(50);
            assertThat(shown()).isEqualTo("first");
            slow.close();
            assertThat(shown()).isEqualTo("outstanding");
            assertThat(slow.thread().isAlive()).isFalse();
            assertThat(OnThread.rename(slot, "outstanding")).as("same text").isFalse();
            assertThat(OnThread.rename(slot, "later")).isFalse();
            assertThat(slow.counters()).containsEntry("files", 0L).containsEntry("published", 2L);
            return null;
        });
        OnThread.call(() -> {
            NameSlot late = OnThread.publishedSlot(slow);
            assertThat(OnThread.rename(late, "too late")).isFalse();
            assertThat(slow.counters()).containsEntry("files", 0L);
            return null;
        });
    }

    /** The last name is shown, and none is written afterwards, whatever races with the close. */
    @Test
    void closeWhileThreadsRenameThemselves() throws Exception {
        for (int round = 0; round < 300; round++) {
            NamePublisher one = NamePublisher.start(host, 1, NativeNames.ofThisJdk());
            OnThread.call(() -> {
                NameSlot slot = OnThread.publishedSlot(one);
                Thread closer = new Thread(one::close);
                OnThread.rename(slot, "begin");
                closer.start();
                int after = 0;
                String name = "";
                for (int i = 0; after < 3; i++) {
                    name = "name " + i;
                    after += OnThread.rename(slot, name) ? 0 : 1;
                }
                closer.join();
                assertThat(shown()).isEqualTo(name);
                return null;
            });
        }
    }

    @Test
    void aFileThatCannotBeOpenedIsSaidOnce() throws Exception {
        File nowhere = new File("/proc/thread-self/there-is-no-such-file");
        NamePublisher blind = NamePublisher.start(host, INTERVAL, NativeNames.ofThisJdk(), new Comm(nowhere), new FileBudget());
        for (int i = 0; i < 3; i++) {
            OnThread.call(() -> {
                NameSlot slot = OnThread.publishedSlot(blind);
                assertThat(OnThread.take(slot, "name")).isFalse();
                assertThat(OnThread.take(slot, "name")).isFalse();
                return null;
            });
        }
        Thread.sleep(100);
        blind.close();
        assertThat(host.refusals).hasSize(1).first().asString().contains(nowhere.getPath());
        assertThat(blind.counters()).containsEntry("filesRefused", 3L).containsEntry("files", 0L);
    }

    @Test
    void otherFormsThanTheJdks() throws Exception {
        NativeNames other = NativeNames.ofThisJdk() == NativeNames.MIDDLE ? NativeNames.FIRST_15 : NativeNames.MIDDLE;
        try (NamePublisher different = NamePublisher.start(host, INTERVAL, other)) {
            OnThread.call(() -> {
                NameSlot slot = different.slot();
                for (int i = 0; i <= NameSlot.THRESHOLD; i++) {
                    assertThat(OnThread.rename(slot, "a name that is too long")).isEqualTo(i == NameSlot.THRESHOLD);
                }
                assertSoonShown(new String(other.bytes("a name that is too long"), StandardCharsets.US_ASCII));
                return null;
            });
        }
    }

    @Test
    void interruptsDoNotKeepThePublisherFromResting() throws Exception {
        publisher.thread().interrupt();
        Thread.sleep(1_300);
        publisher.thread().interrupt();
        Thread.sleep(100);
        assertThat(publisher.thread().isInterrupted()).isFalse();
        assertThat(publisher.thread().getState()).isEqualTo(Thread.State.WAITING);
        OnThread.call(() -> {
            NameSlot slot = OnThread.publishedSlot(publisher);
            OnThread.take(slot, "awake");
            assertSoonShown("awake");
            return null;
        });
    }
}
