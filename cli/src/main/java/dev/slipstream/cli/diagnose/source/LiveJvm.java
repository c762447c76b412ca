package dev.slipstream.cli.diagnose.source;

import dev.slipstream.cli.ExitCodes;
import dev.slipstream.cli.Failure;
import dev.slipstream.cli.JvmName;
import dev.slipstream.cli.diagnose.Diagnosis;
import dev.slipstream.cli.diagnose.Diagnostician;
import dev.slipstream.cli.diagnose.IgnoredPriorities;
import dev.slipstream.cli.diagnose.RecordingSettings;
import dev.slipstream.cli.diagnose.Subject;
import dev.slipstream.cli.process.JvmProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** A JVM that runs. Nothing is changed in it: it records what its flight recorder can see, for as long as we look. */
public final class LiveJvm {
    private static final int OLDEST = 17;

    private static final Duration TICK = Duration.ofMillis(100);

    /** What is switched on for a burst costs the more the shorter its intervals. */
    private static final long BURST_MILLIS = 100;

    private static final Duration FIRST_BURST = Duration.ofMillis(700);
    private static final Duration BETWEEN_BURSTS = Duration.ofSeconds(20);

    /** Events are there a second later, and are read a moment after that. */
    private static final Duration DELAY = Duration.ofSeconds(4);

    private final JvmProcess process;
    private final List<String> caveats = new ArrayList<>();

    /**
     * A JVM.
     *
     * @param pid its process
     * @throws Failure if there is none, or it is not to be looked at
     */
    public LiveJvm(long pid) throws Failure {
        if (!JvmProcess.areVisible()) {
            throw new Failure(ExitCodes.NOTHING_DONE,
                    "a JVM that runs can only be looked at on Linux; diagnose a recording of it (jcmd PID JFR.start)");
        }
        process = JvmProcess.of(pid, "record it from its start: slipstream diagnose -- java ...");
    }

    /**
     * Looks for a while.
     *
     * @param time for how long; as long as the JVM lives, and there is room for what it records
     * @param watcher is told how it goes
     * @return what was found
     * @throws Failure if nothing could be seen
     * @throws InterruptedException if interrupted meanwhile; nothing is left in the JVM then, either
     */
    public Diagnosis look(Duration time, Watcher watcher) throws Failure, InterruptedException {
        try (Connection connection = Connection.to(process)) {
            Properties properties = connection.properties();
            int feature = feature(properties);
            Diagnostician diagnostician = new Diagnostician(subject(properties, feature));
            // Before and after: a thread dump takes the JVM a moment, which would be seen.
            priorities(diagnostician);
            try (Flight flight = new Flight(connection, process, properties.getProperty("java.io.tmpdir", "/tmp"))) {
                Instant begin = Instant.now();
                Path repository = flight.begin(RecordingSettings.steady(feature));
                try (Events events = new Events(repository, begin, diagnostician)) {
                    watch(time, watcher, flight, events, RecordingSettings.burst(feature));
                    events.await(Instant.now(), DELAY);
                }
            }
            priorities(diagnostician);
            return Caveats.added(diagnostician.diagnosisHere(), caveats);
        } catch (IOException e) {
            if (Thread.interrupted()) {
                // Which closes a file that is being written.
                throw new InterruptedException();
            }
            throw new Failure(ExitCodes.NOTHING_DONE, process.isAlive()
                    ? "process " + process.pid() + " could not be looked at: " + Failure.describe(e)
                    : "process " + process.pid() + " has ended meanwhile");
        }
    }

    private void watch(Duration time, Watcher watcher, Flight flight, Events events, Map<String, String> burst)
            throws IOException, InterruptedException {
        long begin = System.nanoTime();
        Duration lastBurst = time.minus(FIRST_BURST).minusMillis(2 * BURST_MILLIS);
        Duration next = FIRST_BURST;
        Duration elapsed = Duration.ZERO;
        while (elapsed.compareTo(time) < 0) {
            if (!process.isAlive()) {
                caveats.add("The JVM ended after " + elapsed.toSeconds() + " s.");
                return;
            }
            if (flight.isRoomScarce()) {
                caveats.add("It was looked at for " + elapsed.toSeconds() + " s only, since the disk is nearly full.");
                return;
            }
            if (elapsed.compareTo(next) >= 0) {
                burst(flight, events, burst);
                Duration regular = elapsed.plus(BETWEEN_BURSTS);
                next = elapsed.compareTo(lastBurst) < 0 && regular.compareTo(lastBurst) > 0 ? lastBurst : regular;
            }
            watcher.passed(elapsed, () -> events.diagnosis(caveats));
            events.rethrow();
            Thread.sleep(TICK.toMillis());
            elapsed = Duration.ofNanos(System.nanoTime() - begin);
        }
    }

    private void burst(Flight flight, Events events, Map<String, String> settings) throws IOException, InterruptedException {
        try {
            Flight.Span span = flight.burst(settings, BURST_MILLIS);
            events.burst(span.from(), span.to());
        } catch (IOException e) {
            // One that ends meanwhile has shown what it has shown.
            if (process.isAlive()) {
                throw e;
            }
        }
    }

    /** Threads come and go, so it is looked at the beginning and at the end. */
    private void priorities(Diagnostician diagnostician) throws InterruptedException {
        if (!process.isAlive()) {
            return;
        }
        try {
            diagnostician.priorities(IgnoredPriorities.of(process.pid()));
        } catch (IOException e) {
            String caveat = "The priorities of its threads could not be read: " + Failure.describe(e) + ".";
            if (!caveats.contains(caveat)) {
                caveats.add(caveat);
            }
        }
    }

    private int feature(Properties properties) throws Failure {
        String version = properties.getProperty("java.specification.version", "");
        if (!version.matches("\\d{1,4}") || Integer.parseInt(version) < OLDEST) {
            throw new Failure(ExitCodes.NOTHING_DONE, "process " + process.pid() + " runs on JDK "
                    + properties.getProperty("java.version", "unknown") + "; " + OLDEST + " is the oldest that can be diagnosed");
        }
        return Integer.parseInt(version);
    }

    private Subject subject(Properties properties, int feature) {
        String name = JvmName.of(properties.getProperty("sun.java.command", ""));
        return new Subject(name.isEmpty() ? "process " + process.pid() : name, process.pid(), feature,
                properties.getProperty("java.vm.version", ""), 0);
    }
}
