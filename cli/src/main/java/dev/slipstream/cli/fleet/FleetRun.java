package dev.slipstream.cli.fleet;

import dev.slipstream.diagnose.fleet.Analysed;
import dev.slipstream.diagnose.fleet.WorkerJvm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Analyses recordings on all processors, one JVM for each. */
public final class FleetRun {
    private static final long TICK_MILLIS = 200;

    private final RecordingJournal journal;
    private final List<String> rules;

    private FleetRun(RecordingJournal journal, List<String> rules) {
        this.journal = journal;
        this.rules = rules;
    }

    /**
     * Analyses those of the recordings that no earlier run has.
     *
     * @param recordings the files; one that cannot be read is a row with the reason, as is each folder that cannot
     * @param journal the file of analysed recordings, which is created or continued
     * @param version the version of Slipstream; what another has analysed is analysed again
     * @param rules where the names of services come from
     * @param progress receives the progress
     * @throws IOException if the journal cannot be written or no JVM be started
     * @throws InterruptedException if interrupted meanwhile; what was analysed is in the journal
     */
    public static void analyse(RecordingFiles recordings, Path journal, String version, List<String> rules, Progress progress)
            throws IOException, InterruptedException {
        RecordingJournal known = new RecordingJournal(journal, version, rules);
        List<Path> open = known.begin(recordings.files());
        for (Map.Entry<Path, String> folder : recordings.refused().entrySet()) {
            RecordingJournal.Entry entry = RecordingJournal.Entry.of(folder.getKey());
            known.add(entry, Analysed.failed(entry.recording(), folder.getValue(), true));
        }
        progress.begin(recordings.files().size() - open.size(), open.size());
        new FleetRun(known, rules).analyse(open, progress);
    }

    /** Receives the progress, on the thread that has started the analysis. */
    public interface Progress {
        /** Called once, with the number of recordings that an earlier run has analysed, and that of those to analyse. */
        void begin(int before, int open);

        /** Called from time to time. */
        void done(int count);
    }

    private void analyse(List<Path> open, Progress progress) throws IOException, InterruptedException {
        Queue<Path> queue = new ConcurrentLinkedQueue<>(open);
        AtomicInteger done = new AtomicInteger();
        int processors = Math.max(1, Math.min(open.size(), Runtime.getRuntime().availableProcessors()));
        ExecutorService workers = Executors.newFixedThreadPool(processors);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < processors; i++) {
                running.add(workers.submit(() -> {
                    work(queue, done);
                    return null;
                }));
            }
            workers.shutdown();
            while (!workers.awaitTermination(TICK_MILLIS, TimeUnit.MILLISECONDS)) {
                progress.done(done.get());
            }
            for (Future<?> each : running) {
                each.get();
            }
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
        } finally {
            workers.shutdownNow();
            // The workers' JVMs end before this method does.
            boolean interrupted = Thread.interrupted();
            workers.awaitTermination(1, TimeUnit.MINUTES);
            progress.done(done.get());
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void work(Queue<Path> queue, AtomicInteger done) throws IOException, InterruptedException {
        try (WorkerJvm jvm = new WorkerJvm(rules)) {
            for (Path next = queue.poll(); next != null; next = queue.poll()) {
                RecordingJournal.Entry entry = RecordingJournal.Entry.of(next);
                journal.add(entry, jvm.analyse(entry.recording(), next));
                done.incrementAndGet();
            }
        }
    }
}
