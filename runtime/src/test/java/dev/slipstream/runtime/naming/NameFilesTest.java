package dev.slipstream.runtime.naming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test that threads that come and go leave no open file behind. */
class NameFilesTest {
    private static final int THREADS = 20_000;
    private static final int AT_A_TIME = 16;

    private final Host host = new Host();

    /** Publishes without pause, so that threads die while their names are written. Grants a file to each thread. */
    private final NamePublisher publisher =
            NamePublisher.start(host, 1, NativeNames.ofThisJdk(), Comm.OF_LINUX, new FileBudget(2 * THREADS));

    @AfterEach
    void close() {
        publisher.close();
    }

    private static int openNameFiles() throws Exception {
        int count = 0;
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
            for (Path file : files.toList()) {
                try {
                    count += Files.readSymbolicLink(file).toString().matches("/proc/.*/comm\\b.*") ? 1 : 0;
                } catch (NoSuchFileException closed) {
                    continue;
                }
            }
        }
        return count;
    }

    private void run(int threads, boolean closing) throws Exception {
        List<Thread> alive = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Thread thread = new Thread(() -> {
                NameSlot slot = OnThread.publishedSlot(publisher);
                for (int name = 0; name < 20; name++) {
                    OnThread.rename(slot, "short life " + name);
                }
                if (closing) {
                    slot.close();
                }
            });
            thread.start();
            alive.add(thread);
            if (alive.size() == AT_A_TIME) {
                for (Thread each : alive) {
                    each.join();
                }
                alive.clear();
            }
        }
        for (Thread each : alive) {
            each.join();
        }
    }

    private void assertNoneLeft() throws Exception {
        long start = System.nanoTime();
        while (openNameFiles() > 0 && System.nanoTime() - start < TimeUnit.SECONDS.toNanos(10)) {
            Thread.sleep(10);
        }
        assertThat(openNameFiles()).isZero();
        assertThat(publisher.counters()).containsEntry("files", 0L).containsEntry("filesRefused", 0L);
        assertThat(host.refusals).isEmpty();
        assertThat(publisher.thread().isAlive()).isTrue();
    }

    /** This protects another thread that has got the kernel id of the dead one. */
    @Test
    void aDeadThreadsNameCannotBeWritten() throws Exception {
        try (NameFile file = OnThread.call(() -> new NameFile(Comm.OF_LINUX.open(new AtomicInteger(1))))) {
            // The kernel's thread ends a little later than the Java thread.
            Thread.sleep(200);
            assertThatThrownBy(() -> file.write(new byte[] {'n'}, 1)).isInstanceOf(IOException.class);
        }
    }

    /** The file of this test stays, as one does whose number the kernel has given to another thread. */
    @Test
    void aNumberIsWrittenWhileItsThreadIsAliveOnly(@TempDir Path folder) throws Exception {
        Path comm = folder.resolve("comm");
        CountDownLatch end = new CountDownLatch(1);
        FutureTask<NameFile> opened = new FutureTask<>(() -> new NameFile(new Comm(comm.toFile()).openForEachWrite()));
        Thread thread = new Thread(() -> {
            opened.run();
            end.countDown();
            LockSupport.park(end);
        });
        thread.start();
        end.await();
        assertThat(opened.get().write(new byte[] {'n'}, 1)).isTrue();
        assertThat(comm).hasContent("n");
        LockSupport.unpark(thread);
        thread.join();
        assertThatThrownBy(() -> opened.get().write(new byte[] {'m'}, 1)).isInstanceOf(IOException.class);
        assertThat(comm).content().doesNotContain("m");
    }

    private static void awaitShown(String name) throws Exception {
        long start = System.nanoTime();
        Path shown = Path.of("/proc/thread-self/comm");
        while (!Files.readString(shown).equals(name + "\n")) {
            assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(10));
            Thread.sleep(1);
        }
    }

    /** Threads lose their slots in pools that wipe the thread-locals of their workers. */
    @Test
    void aThreadThatLosesItsSlotHasOneFile() throws Exception {
        OnThread.call(() -> {
            for (int i = 1; i <= 10; i++) {
                NameSlot slot = OnThread.publishedSlot(publisher);
                assertThat(OnThread.rename(slot, "another task")).isTrue();
                assertThat(publisher.counters()).containsEntry("files", 1L).containsEntry("renames", (long) i);
                assertThat(openNameFiles()).isLessThanOrEqualTo(2);
                // A pending write of a lost slot may come after the names that the JDK sets, and keep the next slot from opening.
                awaitShown("another task");
            }
            return null;
        });
        assertNoneLeft();
    }

    /** A thread that ends soon does not earn what its file costs. Of 2,000 with 24 renames few get one; a thread that goes on does. */
    @Test
    void threadsThatEndSoonGetFewFiles() throws Exception {
        try (NamePublisher thrifty = NamePublisher.start(host, 1, NativeNames.ofThisJdk())) {
            int files = 0;
            int taken = 0;
            for (int i = 0; i < 2_000; i++) {
                int of = OnThread.call(() -> {
                    int own = 0;
                    try (NameSlot slot = thrifty.slot()) {
                        for (int name = 0; name < 24; name++) {
                            own += OnThread.rename(slot, "soon " + name) ? 1 : 0;
                        }
                    }
                    return own;
                });
                files += of > 0 ? 1 : 0;
                taken += of;
            }
            assertThat(files).isBetween(FileBudget.FILES, FileBudget.FILES + taken / FileBudget.RENAMES_PER_FILE);
            int own = OnThread.call(() -> {
                int count = 0;
                try (NameSlot slot = thrifty.slot()) {
                    for (int name = 0; name < 4 * FileBudget.MANY; name++) {
                        count += OnThread.rename(slot, "goes on " + name) ? 1 : 0;
                    }
                }
                return count;
            });
            assertThat(own).isGreaterThan(FileBudget.MANY);
        }
    }

    @Test
    void closedByTheThreads() throws Exception {
        run(THREADS, true);
        assertNoneLeft();
        assertThat(publisher.counters()).containsEntry("renames", 20L * THREADS);
    }

    @Test
    void foundDeadByThePublisher() throws Exception {
        run(1_000, false);
        assertNoneLeft();
        assertThat(publisher.counters()).containsEntry("renames", 20L * 1_000);
    }
}
