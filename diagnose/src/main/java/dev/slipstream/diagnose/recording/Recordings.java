package dev.slipstream.diagnose.recording;

import dev.slipstream.diagnose.Diagnostician;
import dev.slipstream.diagnose.detect.Observation;
import dev.slipstream.diagnose.event.FlightEvent;
import dev.slipstream.diagnose.result.DiagnosedJvm;
import dev.slipstream.diagnose.result.Diagnosis;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedEvent;

/** Diagnoses recordings of the flight recorder, of JDK 17 to 28. */
public final class Recordings {
    /** Number of events to search. Those that identify the JVM, if recorded, are among the first of each chunk. */
    private static final int SOON = 200_000;

    private Recordings() {}

    /** The identity of a recorded JVM. A file that does not identify its JVM counts as a JVM of its own. */
    private record Identity(String jvm, Optional<Instant> start, Path file) {}

    /**
     * Diagnoses recordings. Several recordings of one JVM make one diagnosis.
     *
     * @param files the recordings, at least one
     * @param progress receives from time to time the number of events read of a file
     * @return one diagnosis for each JVM, in the order of the files
     * @throws UnreadableRecording if a recording cannot be read
     * @throws InterruptedException if interrupted meanwhile
     */
    public static List<Diagnosis> diagnose(List<Path> files, LongConsumer progress)
            throws UnreadableRecording, InterruptedException {
        List<Diagnosis> found = new ArrayList<>();
        for (List<Path> ofOne : byJvm(files)) {
            found.add(diagnose(new DiagnosedJvm(name(ofOne), null, 0, "", 0), ofOne, Optional.empty(), List.of(), event -> {},
                    progress, () -> {}));
        }
        return found;
    }

    /**
     * Groups recordings by JVM, and sorts those of one JVM by time. Of recordings that start at the same time it keeps the
     * longest.
     *
     * @param files the recordings, at least one
     * @return a group for each JVM, in the order of the files
     * @throws UnreadableRecording if a recording cannot be read
     * @throws InterruptedException if interrupted meanwhile
     */
    public static List<List<Path>> byJvm(List<Path> files) throws UnreadableRecording, InterruptedException {
        if (files.size() == 1) {
            return List.of(files);
        }
        Map<Identity, Map<Instant, Path>> byJvm = new LinkedHashMap<>();
        for (Path file : files.stream().map(each -> each.toAbsolutePath().normalize()).distinct().toList()) {
            Instant start = start(file);
            byJvm.computeIfAbsent(identity(file), one -> new TreeMap<>()).merge(start, file, Recordings::longer);
        }
        return byJvm.values().stream().map(byTime -> List.copyOf(byTime.values())).toList();
    }

    /** Returns the longer file. Two recordings of a JVM with the same start are the same recording, dumped twice. */
    private static Path longer(Path one, Path other) {
        return one.toFile().length() >= other.toFile().length() ? one : other;
    }

    private static Instant start(Path file) throws UnreadableRecording, InterruptedException {
        try {
            Chunks.check(file);
            return Chunks.of(file).start();
        } catch (IOException e) {
            throw RecordingReader.unreadable(file, e);
        }
    }

    /**
     * Diagnoses recordings of one JVM.
     *
     * @param jvm the JVM; unknown fields are taken from the recordings
     * @param files its recordings, the earliest first
     * @param also receives each event as well, on another thread, before this method returns
     * @param progress receives from time to time the number of events read of a file
     * @return the diagnosis
     * @throws UnreadableRecording if a recording cannot be read
     * @throws InterruptedException if interrupted meanwhile
     */
    public static Diagnosis diagnose(DiagnosedJvm jvm, List<Path> files, Consumer<RecordedEvent> also, LongConsumer progress)
            throws UnreadableRecording, InterruptedException {
        return diagnose(jvm, files, Optional.empty(), List.of(), also, progress, () -> {});
    }

    /**
     * Diagnoses recordings of one JVM.
     *
     * @param jvm the JVM; unknown fields are taken from the recordings
     * @param files its recordings, the earliest first
     * @param seen an observation of the running JVM, if it ran on this machine
     * @param more caveats that only the caller knows
     * @param progress receives from time to time the number of events read of a file
     * @param measures called before the cost of a rename is measured on this machine, which takes seconds
     * @return the diagnosis
     * @throws UnreadableRecording if a recording cannot be read
     * @throws InterruptedException if interrupted meanwhile
     */
    public static Diagnosis diagnose(DiagnosedJvm jvm, List<Path> files, Optional<Observation> seen, List<String> more,
            LongConsumer progress, Runnable measures) throws UnreadableRecording, InterruptedException {
        return diagnose(jvm, files, seen, more, event -> {}, progress, measures);
    }

    private static Diagnosis diagnose(DiagnosedJvm jvm, List<Path> files, Optional<Observation> seen, List<String> more,
            Consumer<RecordedEvent> also, LongConsumer progress, Runnable measures)
            throws UnreadableRecording, InterruptedException {
        Diagnostician diagnostician = new Diagnostician(jvm);
        seen.ifPresent(diagnostician::observed);
        List<String> caveats = new ArrayList<>();
        AtomicReference<Diagnosis> found = new AtomicReference<>();
        Overlap overlap = new Overlap();
        for (Path file : files) {
            overlap.next();
            String missing = new RecordingReader(file).read(new RecordingReader.Reader() {
                @Override
                public void types(List<EventType> types) {
                    diagnostician.metadata(FlightEvent.kinds(types));
                }

                @Override
                public boolean event(RecordedEvent event) {
                    if (!overlap.isOld(event)) {
                        diagnostician.accept(new FlightEvent(event));
                        also.accept(event);
                    }
                    return true;
                }

                // Diagnoses on the reader's thread, so that failures caused by a malicious file are reported in one line.
                @Override
                public void end() {
                    if (file.equals(files.get(files.size() - 1))) {
                        found.set(seen.isPresent() ? diagnostician.diagnosisHere(measures) : diagnostician.diagnosis());
                    }
                }
            }, progress);
            if (!missing.isEmpty()) {
                caveats.add(missing);
            }
        }
        caveats.addAll(more);
        return found.get().with(caveats);
    }

    /** Filters duplicate events: two recordings of a JVM share the events of the time in which both ran. */
    private static final class Overlap {
        private Instant before = Instant.MIN;
        private Instant latest = Instant.MIN;

        void next() {
            before = latest;
        }

        boolean isOld(RecordedEvent event) {
            Instant end = event.getEndTime();
            if (end.isAfter(latest)) {
                latest = end;
            }
            return !end.isAfter(before);
        }
    }

    private static Identity identity(Path file) throws UnreadableRecording, InterruptedException {
        RecordedJvm jvm = new RecordedJvm();
        int[] count = {0};
        new RecordingReader(file).read(new RecordingReader.Reader() {
            @Override
            public void types(List<EventType> types) {
                // The types are not needed.
            }

            @Override
            public boolean event(RecordedEvent event) {
                jvm.accept(event);
                return !jvm.isComplete() && ++count[0] < SOON;
            }
        }, events -> {});
        return new Identity(jvm.name(), jvm.start(), jvm.name().isEmpty() ? file : null);
    }

    private static String name(List<Path> files) {
        return files.get(0).getFileName() + (files.size() == 1 ? "" : " and " + (files.size() - 1) + " more");
    }
}
