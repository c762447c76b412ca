package dev.slipstream.cli.diagnose.source;

import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import dev.slipstream.cli.process.Connection;
import dev.slipstream.cli.process.JvmName;
import dev.slipstream.cli.process.JvmProcess;
import dev.slipstream.cli.process.Release;
import dev.slipstream.diagnose.Diagnostician;
import dev.slipstream.diagnose.RecordingSettings;
import dev.slipstream.diagnose.priority.IgnoredPriorities;
import dev.slipstream.diagnose.result.Carriers;
import dev.slipstream.diagnose.result.Carriers.State;
import dev.slipstream.diagnose.result.DiagnosedJvm;
import dev.slipstream.diagnose.result.Diagnosis;
import dev.slipstream.diagnose.result.Slipstream;
import dev.slipstream.diagnose.threads.Activity;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.function.Supplier;

/** A running JVM. Diagnosis changes nothing in it: its flight recorder records during the diagnosis only. */
public final class LiveJvm {
    /** Length of a recording if no time is given. */
    public static final Duration USUAL = Duration.ofSeconds(30);

    private static final Duration TICK = Duration.ofMillis(100);

    /** Length of a burst. The cost of bursts grows as the intervals between them shrink. */
    private static final long BURST_MILLIS = 100;

    private static final Duration FIRST_BURST = Duration.ofMillis(700);
    private static final Duration BETWEEN_BURSTS = Duration.ofSeconds(20);

    private static final Duration FIRST_DUMP = Duration.ofMillis(500);
    private static final Duration BETWEEN_DUMPS = Duration.ofMillis(400);

    /** Time between two watches of the threads, if nothing else is to be done. */
    private static final Duration BETWEEN_WATCHES = Duration.ofSeconds(3);

    /** Maximum wait for the last events, which are flushed a second later and read a moment after that. */
    private static final Duration DELAY = Duration.ofSeconds(4);

    private final JvmProcess process;
    private final List<String> caveats = new ArrayList<>();
    private Map<String, String> evidence = Map.of();

    /**
     * Creates a JVM from its process id.
     *
     * @param pid the process id
     * @throws Failure if there is no such JVM, or it cannot be attached to
     */
    public LiveJvm(long pid) throws Failure {
        if (!JvmProcess.areVisible()) {
            throw new Failure(ExitCodes.NOTHING_DONE,
                    "a running JVM can be diagnosed on Linux only; elsewhere diagnose a recording of it (jcmd PID JFR.start)");
        }
        process = JvmProcess.of(pid, "record it from its start: " + Slipstream.command("diagnose -- java ..."));
    }

    /**
     * Diagnoses the JVM. Watches its threads first.
     *
     * @param time the length of the recording; it ends early if the JVM ends, or the disk becomes nearly full
     * @param evenIfItHangs whether to record a JVM that hangs, too
     * @param progress receives the progress
     * @return the diagnosis
     * @throws Failure if the JVM could not be diagnosed
     * @throws InterruptedException if interrupted meanwhile; nothing is left in the JVM then, either
     */
    public Diagnosis look(Duration time, boolean evenIfItHangs, Progress progress) throws Failure, InterruptedException {
        try {
            Activity before = Activity.of(Path.of("/proc", Long.toString(process.pid())));
            try (Connection connection = Connection.to(process)) {
                return look(connection, time, evenIfItHangs, progress);
            } catch (Connection.SilentException e) {
                throw new Failure(ExitCodes.NOTHING_DONE, ThreadWatch.silent(process, before, Connection.FIRST_PATIENCE));
            }
        } catch (IOException e) {
            if (Thread.interrupted()) {
                // An interrupt closes a file channel in use, and so causes the IOException.
                throw new InterruptedException();
            }
            throw new Failure(ExitCodes.NOTHING_DONE, process.isAlive()
                    ? "process " + process.pid() + " could not be diagnosed: " + Failure.describe(e)
                    : "process " + process.pid() + " ended during the diagnosis");
        }
    }

    private Diagnosis look(Connection connection, Duration time, boolean evenIfItHangs, Progress progress)
            throws Failure, IOException, InterruptedException {
        ThreadWatch threads = new ThreadWatch(connection, process, progress::watchesThreads);
        evidence = threads.evidence();
        Carriers carriers = threads.watch();
        Properties properties = threads.properties();
        int feature = Release.of(process.pid(), properties, "a diagnosis");
        Diagnostician diagnostician = new Diagnostician(diagnosed(properties, feature));
        diagnostician.carriers(carriers);
        priorities(diagnostician, threads);
        boolean hangs = Set.of(State.HANGS, State.FULL, State.DEADLOCK).contains(carriers.state());
        if (threads.isSilent() || (hangs && !evenIfItHangs)) {
            return diagnostician.notRecorded(Flight.unreadable().map(why -> "Not recorded: " + why + ".")
                    .orElse("Not recorded, since what its threads do came first; --for 30s records it as well.")).with(caveats);
        }
        try (Flight flight = new Flight(connection, process, properties.getProperty("java.io.tmpdir", "/tmp"))) {
            Optional<String> lacking = flight.lacking();
            if (lacking.isPresent()) {
                threads.printFor(time.compareTo(BETWEEN_WATCHES) < 0 ? time : BETWEEN_WATCHES);
                if (process.isAlive()) {
                    watchAgain(diagnostician, threads);
                }
                return diagnostician.notRecorded("Not recorded: " + lacking.get() + ".").with(caveats);
            }
            Instant begin = Instant.now();
            Path repository = flight.begin(RecordingSettings.steady(feature));
            flight.unchecked().stream().filter(each -> !caveats.contains(each)).forEach(caveats::add);
            try (Events events = new Events(repository, begin, diagnostician)) {
                record(time, progress, flight, events, RecordingSettings.burst(feature), threads);
                events.await(Instant.now(), DELAY);
            }
        }
        if (process.isAlive()) {
            watchAgain(diagnostician, threads);
        }
        return diagnostician.diagnosisHere(progress::measures).with(caveats);
    }

    /** Watches the threads after the recording, so that a hang that began meanwhile is seen. */
    private void watchAgain(Diagnostician diagnostician, ThreadWatch threads) throws InterruptedException {
        try {
            diagnostician.carriers(threads.watch());
            priorities(diagnostician, threads);
        } catch (Connection.SilentException e) {
            diagnostician.carriers(Carriers.unknown("After the recording, " + e.getMessage() + "."));
        }
    }

    /** Returns the thread dumps of the last diagnosis, by the names of files that could keep them. */
    public Map<String, String> evidence() {
        return evidence;
    }

    private void record(Duration time, Progress progress, Flight flight, Events events, Map<String, String> burst,
            ThreadWatch threads) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        Duration lastBurst = time.minus(FIRST_BURST).minusMillis(2 * BURST_MILLIS);
        Duration next = FIRST_BURST;
        Duration nextDump = FIRST_DUMP;
        Duration elapsed = Duration.ZERO;
        while (elapsed.compareTo(time) < 0) {
            if (!process.isAlive()) {
                caveats.add("The JVM ended after " + elapsed.toSeconds() + " s.");
                return;
            }
            if (flight.isRoomScarce()) {
                caveats.add("The diagnosis ended after " + elapsed.toSeconds() + " s, since the disk is nearly full.");
                return;
            }
            if (elapsed.compareTo(next) >= 0) {
                burst(flight, events, burst);
                Duration regular = elapsed.plus(BETWEEN_BURSTS);
                next = elapsed.compareTo(lastBurst) < 0 && regular.compareTo(lastBurst) > 0 ? lastBurst : regular;
            }
            if (elapsed.compareTo(nextDump) >= 0) {
                Duration rest = dump(threads, events);
                nextDump = elapsed.plus(rest.compareTo(BETWEEN_DUMPS) > 0 ? rest : BETWEEN_DUMPS);
            }
            progress.passed(elapsed, () -> events.diagnosis(caveats));
            events.rethrow();
            Thread.sleep(TICK.toMillis());
            elapsed = Duration.ofNanos(System.nanoTime() - begin);
        }
        progress.passed(elapsed, () -> events.diagnosis(caveats));
    }

    /** Takes one dump of several, and returns the time until the next: no sample shows what threads do inside the JVM. */
    private Duration dump(ThreadWatch threads, Events events) throws IOException, InterruptedException {
        try {
            events.dumped(threads.print(Connection.PATIENCE));
            return threads.rest();
        } catch (IOException e) {
            // As with a burst: a JVM that ends meanwhile is diagnosed from the events so far.
            if (process.isAlive()) {
                throw e;
            }
            return Duration.ZERO;
        }
    }

    private void burst(Flight flight, Events events, Map<String, String> settings) throws IOException, InterruptedException {
        try {
            Flight.Span span = flight.burst(settings, BURST_MILLIS);
            events.burst(span.from(), span.to());
        } catch (IOException e) {
            // A JVM that ends meanwhile is diagnosed from the events so far.
            if (process.isAlive()) {
                throw e;
            }
        }
    }

    /** Reads thread priorities; called at the beginning and at the end, since threads start and end meanwhile. */
    private void priorities(Diagnostician diagnostician, ThreadWatch threads) {
        try {
            if (threads.dump() != null) {
                diagnostician.observed(IgnoredPriorities.of(threads.dump(), process.pid()));
            }
        } catch (IOException e) {
            String caveat = "Thread priorities could not be read: " + Failure.describe(e) + ".";
            if (process.isAlive() && !caveats.contains(caveat)) {
                caveats.add(caveat);
            }
        }
    }

    private DiagnosedJvm diagnosed(Properties properties, int feature) {
        String name = JvmName.of(properties.getProperty("sun.java.command", ""));
        return new DiagnosedJvm(name.isEmpty() ? "process " + process.pid() : name, process.pid(), feature,
                properties.getProperty("java.vm.version", ""), 0);
    }

    /** Receives the progress of a diagnosis several times a second. */
    public interface Progress {
        /**
         * Reports that time has passed.
         *
         * @param elapsed the time since the beginning
         * @param soFar computes the diagnosis so far; call only to show it, since it takes some work
         */
        void passed(Duration elapsed, Supplier<Diagnosis> soFar);

        /** Reports that the threads are watched, before the recording or after it; called several times a second meanwhile. */
        default void watchesThreads() {}

        /** Reports that the cost of a rename will be measured on this machine, which takes four to eight seconds. */
        default void measures() {}
    }
}
