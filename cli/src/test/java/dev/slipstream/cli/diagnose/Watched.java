package dev.slipstream.cli.diagnose;

import dev.slipstream.cli.diagnose.detect.Finding;
import dev.slipstream.cli.diagnose.profile.DiagnosedJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;

/** Threads of this JVM that do something until they are told to end, and a diagnosis of that. */
final class Watched {
    private static final Duration WARM_UP = Duration.ofMillis(500);
    private static final Duration LONG_ENOUGH = Duration.ofMillis(3_200);
    private static final Duration BURST = Duration.ofMillis(100);

    private static final List<Thread> WORKING = new ArrayList<>();
    private static volatile boolean over;

    private Watched() {
    }

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

    /** Looks for some seconds, and waits until all who work have ended. */
    static Diagnostician look(Map<String, String> steady, Map<String, String> burst) throws Exception {
        Diagnostician diagnostician = new Diagnostician(new DiagnosedJvm("this", ProcessHandle.current().pid(),
                Runtime.version().feature(), "", Runtime.getRuntime().availableProcessors()));
        Path file = Files.createTempFile("slipstream-watched", ".jfr");
        try (Recording recording = new Recording(); Recording brief = new Recording()) {
            Thread.sleep(WARM_UP);
            recording.setSettings(steady);
            recording.start();
            if (!burst.isEmpty()) {
                brief.setSettings(burst);
                brief.start();
                Instant from = Instant.now();
                Thread.sleep(BURST);
                brief.stop();
                diagnostician.burst(from, Instant.now());
            }
            Thread.sleep(LONG_ENOUGH);
            recording.stop();
            recording.dump(file);
            feed(file, diagnostician);
        } finally {
            end();
            Files.delete(file);
        }
        return diagnostician;
    }

    /** Whoever has not seen yet that it is over would go on working in the next look. */
    private static void end() throws InterruptedException {
        over = true;
        for (Thread thread : WORKING) {
            thread.join();
        }
        WORKING.clear();
    }

    /** As the command line would. */
    static Diagnostician look() throws Exception {
        int feature = Runtime.version().feature();
        return look(RecordingSettings.steady(feature), RecordingSettings.burst(feature));
    }

    static void feed(Path file, Diagnostician diagnostician) throws Exception {
        try (RecordingFile events = new RecordingFile(file)) {
            diagnostician.metadata(events.readEventTypes());
            while (events.hasMoreEvents()) {
                diagnostician.accept(events.readEvent());
            }
        }
    }

    /** What is found of a remedy. */
    static Finding of(Diagnosis diagnosis, String remedy) {
        return diagnosis.findings().stream().filter(finding -> finding.remedy().equals(remedy)).findFirst().orElseThrow();
    }
}
