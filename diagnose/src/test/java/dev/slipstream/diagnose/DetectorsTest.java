package dev.slipstream.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.diagnose.event.FlightEvent;
import dev.slipstream.diagnose.event.Frame;
import dev.slipstream.diagnose.priority.IgnoredPriorities;
import dev.slipstream.diagnose.priority.IgnoredPriorities.Ignored;
import dev.slipstream.diagnose.result.DiagnosedJvm;
import dev.slipstream.diagnose.result.Diagnosis;
import dev.slipstream.diagnose.result.Finding;
import dev.slipstream.diagnose.result.Finding.Site;
import dev.slipstream.diagnose.result.Finding.Verdict;
import dev.slipstream.diagnose.text.TextDetector;
import dev.slipstream.diagnose.threads.DumpTexts;
import dev.slipstream.diagnose.threads.ThreadDump;
import java.io.DataOutputStream;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each detector on this JVM, doing what costs; how accurate they are, and on which JDK, is another test's. */
class DetectorsTest {
    private static final String HERE = DetectorsTest.class.getName();

    private static final int LOOKS = 4;

    private static volatile Object sink;

    @TempDir
    private Path folder;

    private static Finding paidOnly(Diagnosis diagnosis, String remedy) {
        assertThat(diagnosis.findings().stream().filter(finding -> finding.verdict() == Verdict.PAID).map(Finding::remedy))
                .as(diagnosis.toString()).containsExactly(remedy);
        Finding finding = Watched.of(diagnosis, remedy);
        assertThat(finding.share().value()).as(finding.toString()).isBetween(0.05, 1.0);
        assertThat(finding.command()).isEqualTo(
                "slipstream attach " + ProcessHandle.current().pid() + " --remedies " + remedy);
        assertThat(finding.saving()).isNotEmpty();
        assertThat(finding.risk()).endsWith(".");
        return finding;
    }

    private static void at(Finding finding, String method) {
        Site site = finding.sites().get(0);
        assertThat(site.method()).as(finding.toString()).startsWith(HERE).contains(method);
        assertThat(site.line()).isPositive();
    }

    @Test
    void buffering() throws Exception {
        Path file = Files.write(folder.resolve("file"), new byte[1 << 16]);
        try (FileInputStream in = new FileInputStream(file.toFile())) {
            Watched.start(() -> readByte(in));
            Finding finding = paidOnly(Watched.look().diagnosis(), "buffering");
            at(finding, "readByte");
            assertThat(finding.sites().get(0).detail()).startsWith("reads 1 byte, 1 byte a time, 1 file");
        }
    }

    private static void readByte(FileInputStream in) throws Exception {
        if (in.read() < 0) {
            in.getChannel().position(0);
        }
    }

    /** Only the burst tells them from large ones; and the remedy is of no use to them. */
    @Test
    void smallPieces() throws Exception {
        Path file = Files.write(folder.resolve("file"), new byte[1 << 16]);
        try (FileInputStream in = new FileInputStream(file.toFile())) {
            byte[] piece = new byte[50];
            Watched.start(() -> readPiece(in, piece));
            Finding finding = Watched.of(Watched.look().diagnosis(), "buffering");
            assertThat(finding.verdict()).as(finding.toString()).isEqualTo(Verdict.PAID);
            assertThat(finding.command()).isEmpty();
            assertThat(finding.caveats()).anyMatch(caveat -> caveat.contains("a buffer helps"));
            at(finding, "readPiece");
            Watched.start(() -> readPiece(in, piece));
            Finding without = Watched.of(Watched.look(RecordingSettings.steady(25), Map.of()).diagnosis(), "buffering");
            assertThat(without.verdict()).as(without.toString()).isEqualTo(Verdict.UNKNOWN);
            assertThat(without.caveats()).anyMatch(caveat -> caveat.contains("sizes were not recorded"));
        }
    }

    /** The remedy is of no use to them, and there is no byte of unknown size. */
    @Test
    void piecesOfOtherKinds() throws Exception {
        Path file = Files.write(folder.resolve("file"), new byte[1 << 16]);
        try (RandomAccessFile random = new RandomAccessFile(file.toFile(), "rw");
                FileChannel channel = random.getChannel();
                InputStream in = Channels.newInputStream(channel);
                OutputStream out = Channels.newOutputStream(channel);
                FileOutputStream written = new FileOutputStream(folder.resolve("written").toFile());
                DataOutputStream data = new DataOutputStream(written)) {
            Watched.start(() -> readOtherwise(channel, in::read));
            promisesNothing(Watched.lookWithoutBurst(), "buffering", "readOtherwise", "reads 1 byte",
                    "around Files.newInputStream");
            Watched.start(() -> readOtherwise(channel, () -> out.write(1)));
            promisesNothing(Watched.lookWithoutBurst(), "buffering", "lambda$piecesOfOtherKinds", "writes 1 byte",
                    "around Files.newOutputStream");
            Watched.start(() -> readOtherwise(channel, random::readInt));
            promisesNothing(Watched.lookWithoutBurst(), "buffering", "readOtherwise", "reads a number", "for a RandomAccessFile");
            Watched.start(() -> writeNumber(written.getChannel(), data));
            promisesNothing(Watched.lookWithoutBurst(), "buffering", "writeNumber", "writes a number",
                    "around a FileOutputStream");
        }
    }

    private static void promisesNothing(Diagnosis diagnosis, String remedy, String method, String detail, String instead) {
        Finding finding = Watched.of(diagnosis, remedy);
        assertThat(finding.verdict()).as(finding.toString()).isEqualTo(Verdict.PAID);
        assertThat(finding.share().value()).as(finding.toString()).isBetween(0.05, 1.0);
        at(finding, method);
        assertThat(finding.sites().get(0).detail()).startsWith(detail);
        assertThat(finding.saved()).as(finding.toString()).isNull();
        assertThat(finding.saving()).isEmpty();
        assertThat(finding.command()).isEmpty();
        assertThat(finding.caveats()).anyMatch(caveat -> caveat.contains("In the code") && caveat.contains(instead));
    }

    private static void readOtherwise(FileChannel channel, Watched.Work piece) throws Exception {
        for (int i = 0; i < 1_000; i++) {
            piece.run();
        }
        channel.position(0);
    }

    private static void writeNumber(FileChannel channel, DataOutputStream data) throws Exception {
        data.writeLong(4711);
        if (channel.size() > 1 << 20) {
            channel.truncate(0);
        }
    }

    private static void readPiece(FileInputStream in, byte[] piece) throws Exception {
        if (in.read(piece) < 0) {
            in.getChannel().position(0);
        }
    }

    @Test
    void text() throws Exception {
        AtomicLong count = new AtomicLong();
        Watched.start(() -> sink = new Object[] {build(new StringBuilder(), 36 + (int) (count.getAndIncrement() % 19))});
        at(paidOnly(Watched.look().diagnosis(), "text"), "build");
        Watched.start(() -> sink = new Object[] {build(new StringBuilder(64), 36 + (int) (count.getAndIncrement() % 19))});
        Diagnosis fitting = Watched.look().diagnosis();
        assertThat(fitting.anyPaid()).as(fitting.toString()).isFalse();
    }

    @Test
    void textOfOtherKinds() throws Exception {
        AtomicLong count = new AtomicLong();
        Watched.start(() -> sink = new Object[] {buffer(36 + (int) (count.getAndIncrement() % 19))});
        promisesNothing(Watched.look().diagnosis(), "text", "buffer", "", "new StringWriter(n)");
        Watched.start(() -> sink = new Object[] {build(new StringBuilder("a"), 36 + (int) (count.getAndIncrement() % 19))});
        promisesNothing(Watched.look().diagnosis(), "text", "build", "", "new StringBuilder(n)");
        Watched.start(() -> sink = new Object[] {build(new StringBuilder(), 1_500 + (int) (count.getAndIncrement() % 970))});
        promisesNothing(Watched.look().diagnosis(), "text", "build", "", "more than 128 characters");
    }

    @SuppressWarnings("JdkObsolete")
    private static String buffer(int length) {
        StringBuffer buffer = new StringBuffer();
        for (int i = 0; i < length; i++) {
            buffer.append((char) ('a' + i % 26));
        }
        return buffer.toString();
    }

    /** As seen on applications: some dozens of samples that amount to a hundredth are noise. */
    @Test
    void textIsPaidFromATwentiethOn() {
        assertThat(TextDetector.isPaid(0.011, 32, 1e9)).isFalse();
        assertThat(TextDetector.isPaid(0.06, 5, 1e9)).isFalse();
        assertThat(TextDetector.isPaid(0.06, 32, 1e9)).isTrue();
        assertThat(TextDetector.isPaid(0.5, 32, 1e5)).isFalse();
    }

    private static String build(StringBuilder builder, int length) {
        for (int i = 0; i < length; i++) {
            builder.append((char) ('a' + i % 26));
        }
        return builder.toString();
    }

    @Test
    @SuppressWarnings("restricted")
    void arenas() throws Exception {
        MethodHandle strlen = Linker.nativeLinker().downcallHandle(Linker.nativeLinker().defaultLookup().findOrThrow("strlen"),
                FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.ADDRESS));
        try (Arena arena = Arena.ofShared()) {
            MemorySegment text = arena.allocateFrom("text");
            Watched.start(() -> call(strlen, text));
            Watched.start(() -> call(strlen, text));
            at(paidOnly(Watched.look().diagnosis(), "arenas"), "call");
            Finding finding = null;
            // On a busy machine one look may have too few samples to tell.
            for (int i = 0; i < LOOKS && (finding == null || finding.verdict() == Verdict.UNKNOWN); i++) {
                Watched.start(() -> call(strlen, text));
                finding = Watched
                        .of(Watched.look(RecordingSettings.steady(25), Map.of(), Watched.LONG_ENOUGH.multipliedBy(1 + 2 * i))
                                .diagnosis(), "arenas");
            }
            assertThat(finding.verdict()).as(finding.toString()).isEqualTo(Verdict.NOT_PAID);
            assertThat(finding.command()).isEmpty();
        }
    }

    /**
     * Closes of arenas that a thread opens and uses: only the handshakes and allocations show them. The flight recorder samples an
     * allocation where a thread takes a new buffer to allocate from: a thread that waits for handshakes takes few of them a second,
     * and one look may see none in an arena's code.
     */
    @Test
    void closesOfArenas() throws Exception {
        Watched.Work openAndClose = () -> {
            try (Arena arena = Arena.ofShared()) {
                sink = arena.allocate(64);
            }
        };
        Diagnosis diagnosis = null;
        for (int i = 0; i < LOOKS && (diagnosis == null || Watched.of(diagnosis, "arenas").verdict() == Verdict.UNKNOWN); i++) {
            Watched.start(openAndClose);
            diagnosis = Watched.look(RecordingSettings.steady(25), Map.of(), Watched.LONG_ENOUGH.multipliedBy(1 + 2 * i))
                    .diagnosis();
        }
        promisesNothing(diagnosis, "arenas", "closesOfArenas", "", "ArenaGroup");
    }

    /** Beside a thread that works, a close takes so long that no sample shows its thread; a thread dump does. */
    @Test
    @SuppressWarnings("MustBeClosedChecker")
    void closesOfArenasBesideWork() throws Exception {
        AtomicLong number = new AtomicLong();
        Watched.start(() -> {
            if (number.get() == 0) {
                number.set(Long.parseLong(Path.of("/proc/thread-self").toRealPath().getFileName().toString()));
            }
            Arena.ofShared().close();
        });
        Watched.start(() -> sink = System.nanoTime());
        Diagnostician diagnostician = Watched.look();
        Finding before = Watched.of(diagnostician.diagnosis(), "arenas");
        assertThat(before.verdict()).as(before.toString()).isIn(Verdict.UNKNOWN, Verdict.PAID);
        assertThat(before.caveats()).as(before.toString()).anyMatch(caveat -> caveat.contains("handshake"));
        List<Frame> closing = List.of(new Frame("jdk.internal.misc.ScopedMemoryAccess", "closeScope0", "", -1),
                new Frame("jdk.internal.foreign.SharedSession", "justClose", "", -1), new Frame(HERE, "close", "", 1));
        diagnostician.dumped(DumpTexts.dump(0, DumpTexts.running(number.get(), closing),
                DumpTexts.running(1L, List.of(new Frame(HERE, "elsewhere", "", 1)))));
        promisesNothing(diagnostician.diagnosis(), "arenas", "close", "", "ArenaGroup");
    }

    private static void call(MethodHandle strlen, MemorySegment text) {
        try {
            for (int i = 0; i < 1_000; i++) {
                sink = (long) strlen.invokeExact(text);
            }
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void naming() throws Exception {
        AtomicLong count = new AtomicLong();
        Runnable rename = () -> {
            for (int i = 0; i < 100; i++) {
                Thread.currentThread().setName("job " + count.getAndIncrement());
            }
        };
        Watched.start(rename::run);
        Watched.start(rename::run);
        at(paidOnly(Watched.lookWithDumps().diagnosis(), "naming"), "naming");
        Watched.start(() -> Thread.currentThread().setName("ForkJoinPool.commonPool-worker-" + count.getAndIncrement()));
        promisesNothing(Watched.lookWithDumps().diagnosis(), "naming", "naming", "", "common ForkJoinPool");
    }

    @Test
    void priority() throws Exception {
        AtomicLong number = new AtomicLong();
        Thread thread = Watched.start(() -> {
            if (number.get() == 0) {
                number.set(Long.parseLong(Path.of("/proc/thread-self").toRealPath().getFileName().toString()));
            }
        });
        Diagnostician diagnostician = Watched.look();
        assertThat(Watched.of(diagnostician.diagnosis(), "priority").verdict()).isEqualTo(Verdict.UNKNOWN);
        diagnostician.observed(new IgnoredPriorities(List.of(new Ignored(thread.getName(), 1, number.get(), 0)), 0));
        Finding finding = paidOnly(diagnostician.diagnosis(), "priority");
        assertThat(finding.caveats()).anyMatch(caveat -> caveat.contains("\"" + thread.getName() + "\" has priority 1"));
    }

    /** A class initialiser pins on every JDK. */
    @Test
    void pinning() throws Exception {
        Thread thread = Thread.startVirtualThread(() -> sink = new Slow());
        Finding finding = paidOnly(Watched.look().diagnosis(), "pinning");
        at(finding, "Slow.<clinit>");
        assertThat(finding.sites().get(0).detail()).contains("park");
        thread.join();
    }

    /** Takes long to be initialised. */
    private static final class Slow {
        static {
            try {
                for (int i = 0; i < 100; i++) {
                    Thread.sleep(40);
                }
            } catch (InterruptedException e) {
                throw new ExceptionInInitializerError(e);
            }
        }
    }

    /** A recording that was told nothing shows nothing, and the diagnosis says so instead of that nothing was found. */
    @Test
    void whatWasNotRecordedIsUnknown() throws Exception {
        Diagnosis diagnosis = Watched.look(Map.of("jdk.ActiveSetting#enabled", "true"), Map.of()).diagnosis();
        assertThat(diagnosis.findings()).allSatisfy(finding -> {
            assertThat(finding.verdict()).as(finding.toString()).isEqualTo(Verdict.UNKNOWN);
            assertThat(finding.caveats()).isNotEmpty();
        });
        assertThat(diagnosis.moments()).isEmpty();
        assertThat(diagnosis.caveats()).isNotEmpty();
    }

    /** Threads of this JVM that do something until they are told to end, and a diagnosis of that. */
    private static final class Watched {
        private static final Duration WARM_UP = Duration.ofMillis(500);
        private static final Duration LONG_ENOUGH = Duration.ofMillis(3_200);
        private static final Duration BURST = Duration.ofMillis(100);

        private static final int MOST_TIMES = 4;
        private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

        private static final List<Thread> WORKING = new ArrayList<>();
        private static volatile boolean over;

        private Watched() {}

        /** A piece of work. */
        interface Work {
            void run() throws Exception;
        }

        /** Starts a thread that works until the diagnosis is done. */
        static Thread start(Work work) {
            over = false;
            Thread thread = new Thread(() -> {
                while (!over) {
                    try {
                        work.run();
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                }
            });
            thread.start();
            WORKING.add(thread);
            return thread;
        }

        /** Looks with thread dumps as well, as at a running JVM: few samples show a rename. */
        static Diagnostician lookWithDumps() throws Exception {
            Map<String, String> steady = RecordingSettings.started(25);
            steady.put(ThreadDump.EVENT + "#period", "100 ms");
            return look(steady, Map.of());
        }

        /** Looks for some seconds, and waits until all who work have ended. */
        static Diagnostician look(Map<String, String> steady, Map<String, String> burst) throws Exception {
            return look(steady, burst, LONG_ENOUGH);
        }

        /** Lets the threads work for a time, and for longer if they get less than half of a processor of a busy machine. */
        private static void work(Duration time) throws InterruptedException {
            long begin = System.nanoTime();
            long used = processorNanos();
            do {
                Thread.sleep(time.toMillis());
            } while (!WORKING.isEmpty() && WORKING.stream().allMatch(each -> each.getState() == Thread.State.RUNNABLE)
                    && processorNanos() - used < time.toNanos() / 2 && System.nanoTime() - begin < MOST_TIMES * time.toNanos());
        }

        private static long processorNanos() {
            return WORKING.stream().mapToLong(each -> THREADS.getThreadCpuTime(each.threadId())).sum();
        }

        static Diagnostician look(Map<String, String> steady, Map<String, String> burst, Duration time) throws Exception {
            Diagnostician diagnostician = new Diagnostician(new DiagnosedJvm("this", ProcessHandle.current().pid(),
                    Runtime.version().feature(), "", Runtime.getRuntime().availableProcessors()));
            Path file = Files.createTempFile("slipstream-watched", ".jfr");
            try (Recording recording = new Recording()) {
                Thread.sleep(WARM_UP);
                recording.setSettings(steady);
                recording.start();
                burst(burst, diagnostician);
                work(time);
                burst(burst, diagnostician);
                recording.stop();
                recording.dump(file);
                feed(file, diagnostician);
            } finally {
                end();
                Files.delete(file);
            }
            return diagnostician;
        }

        /** As the command line, at the beginning and at the end: one burst may see no thread take a buffer to allocate from. */
        private static void burst(Map<String, String> settings, Diagnostician diagnostician) throws InterruptedException {
            if (settings.isEmpty()) {
                return;
            }
            try (Recording recording = new Recording()) {
                recording.setSettings(settings);
                recording.start();
                Instant from = Instant.now();
                work(BURST);
                recording.stop();
                diagnostician.burst(from, Instant.now());
            }
        }

        /** Waits for the threads: one that has not seen the end yet would still work in the next look. */
        private static void end() throws InterruptedException {
            over = true;
            for (Thread thread : WORKING) {
                thread.join();
            }
            WORKING.clear();
        }

        /** As of a command that a diagnosis starts. */
        static Diagnosis lookWithoutBurst() throws Exception {
            return look(RecordingSettings.steady(Runtime.version().feature()), Map.of()).diagnosis();
        }

        /** As the command line would. */
        static Diagnostician look() throws Exception {
            int feature = Runtime.version().feature();
            return look(RecordingSettings.steady(feature), RecordingSettings.burst(feature));
        }

        static void feed(Path file, Diagnostician diagnostician) throws Exception {
            try (RecordingFile events = new RecordingFile(file)) {
                diagnostician.metadata(FlightEvent.kinds(events.readEventTypes()));
                while (events.hasMoreEvents()) {
                    diagnostician.accept(new FlightEvent(events.readEvent()));
                }
            }
        }

        /** Returns the finding of a remedy. */
        static Finding of(Diagnosis diagnosis, String remedy) {
            return diagnosis.findings().stream().filter(finding -> finding.remedy().equals(remedy)).findFirst().orElseThrow();
        }
    }
}
