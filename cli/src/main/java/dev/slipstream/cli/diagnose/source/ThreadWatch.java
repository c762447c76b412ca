package dev.slipstream.cli.diagnose.source;

import dev.slipstream.cli.exit.Failure;
import dev.slipstream.cli.process.Connection;
import dev.slipstream.cli.process.JvmProcess;
import dev.slipstream.cli.process.ProcessFolder;
import dev.slipstream.diagnose.hang.HeldCarriers;
import dev.slipstream.diagnose.hang.HeldCarriers.Scheduler;
import dev.slipstream.diagnose.result.Carriers;
import dev.slipstream.diagnose.threads.Activity;
import dev.slipstream.diagnose.threads.ThreadDump;
import dev.slipstream.diagnose.threads.ThreadFile;
import dev.slipstream.diagnose.threads.ThreadLook;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Watches the threads of a running JVM for some seconds, in an order that cannot make things worse. First {@code /proc} and thread
 * dumps, which run no Java code in the JVM. Then, only if carriers do not run or the JVM does nothing, the file of its virtual threads:
 * that runs Java code on the JVM's only attach listener. If the file does not come in time, what was seen before stands.
 */
final class ThreadWatch {
    /** Time after which a carrier that works has run. */
    private static final Duration GLANCE = Duration.ofMillis(600);

    /** Time between the first look and the last, if carriers do not run. */
    private static final Duration WATCH = Duration.ofSeconds(4);

    /** How long to wait for an answer of a JVM that has answered before. */
    static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int MOST_OF_A_FILE = 1 << 26;

    /** Time between dumps by a dump's size: fifty times that for which it stops the JVM, 30 ns a character. */
    private static final long NANOS_PER_CHARACTER = 50 * 30;

    /** Share of a processor below which a JVM does nothing. */
    private static final double IDLE = 0.05;

    private static final Pattern PROCESSORS = Pattern.compile("(?m)^CPU: ?total \\d+ \\(initial active (\\d{1,5})\\)");
    /** The system's name of a carrier, 15 characters. Later JDKs shorten a name in its middle. */
    private static final Pattern CARRIER = Pattern.compile("ForkJoi.*");

    /** The beginning of the names of threads that the JDK starts with its scheduler of virtual threads. */
    private static final String OF_SCHEDULER = "VirtualThread-un";
    private static final int SINCE = 21;

    /** An absolute path that a diagnostic command takes as it is. */
    private static final Pattern ABSOLUTE = Pattern.compile("/[^\\p{Cntrl}\"%]*");

    private static final SecureRandom RANDOM = new SecureRandom();

    private static final long TICK_MILLIS = 100;

    private final Connection connection;
    private final Runnable meanwhile;
    private final JvmProcess process;
    private final Path proc;
    private final List<String> notes = new ArrayList<>();
    private final Map<String, String> evidence = new LinkedHashMap<>();
    private final Set<String> pools = new HashSet<>();
    private @Nullable Properties properties;
    private String text = "";
    private @Nullable ThreadDump latest;
    private boolean silent;

    /**
     * Creates a watch that has seen nothing.
     *
     * @param connection the connection to the JVM
     * @param process its process
     * @param meanwhile called several times a second while it waits
     */
    ThreadWatch(Connection connection, JvmProcess process, Runnable meanwhile) {
        this.meanwhile = meanwhile;
        this.connection = connection;
        this.process = process;
        proc = Path.of("/proc", Long.toString(process.pid()));
    }

    /**
     * Says what {@code /proc} shows of a JVM that does not answer.
     *
     * @param process the process
     * @param before what its threads had run when the waiting began
     * @param waited how long it has not answered
     */
    static String silent(JvmProcess process, Activity before, Duration waited) throws IOException {
        Activity now = Activity.of(Path.of("/proc", Long.toString(process.pid())));
        long all = 0;
        long still = 0;
        double least = Double.POSITIVE_INFINITY;
        for (Map.Entry<Long, Activity.Run> entry : now.byId().entrySet()) {
            Activity.Run run = entry.getValue();
            Activity.Run earlier = before.byId().get(entry.getKey());
            if (CARRIER.matcher(run.name()).matches() && earlier != null) {
                all++;
                if (run.nanos() == earlier.nanos() && run.state() != 'R') {
                    still++;
                    least = Math.min(least, Double.isNaN(run.idleSeconds()) ? waited.toSeconds() : run.idleSeconds());
                }
            }
        }
        return "process " + process.pid() + " did not answer within " + waited.toSeconds()
                + " s: its attach listener is busy, or blocked as"
                + " the JVM hangs, and no attach works until it answers. By /proc, "
                + (now.byId().isEmpty() ? "this kernel does not tell what its threads run"
                        : all == 0 ? "it has no thread that looks like a carrier"
                                : still + " of " + all + " threads that look like carriers have not run"
                                        + (still == 0 ? "" : " for " + Math.round(least)
                                                + " s; whether they carry virtual threads is unknown"));
    }

    /** Returns the last thread dump. */
    @Nullable
    ThreadDump dump() {
        return latest;
    }

    /** Returns the JVM's system properties. */
    Properties properties() throws IOException, InterruptedException {
        if (properties == null) {
            properties = connection.properties();
        }
        return properties;
    }

    /** Returns the dumps so far, by the names of files that could keep them. */
    Map<String, String> evidence() {
        return evidence;
    }

    /**
     * Watches. The diagnosis goes on without the threads if they could not be watched, unless the JVM does not answer at all.
     *
     * @return the carriers, or why they are unknown
     * @throws Connection.SilentException if the JVM does not answer
     */
    Carriers watch() throws Connection.SilentException, InterruptedException {
        try {
            return carriers();
        } catch (Connection.SilentException e) {
            throw e;
        } catch (IOException e) {
            return Carriers.unknown(process.isAlive() ? "Its threads could not be watched: " + Failure.describe(e) + "."
                    : "The JVM ended while its threads were watched.");
        }
    }

    private Carriers carriers() throws IOException, InterruptedException {
        notes.clear();
        ThreadLook first = look("1", Connection.FIRST_PATIENCE);
        pause(GLANCE);
        ThreadLook glance = new ThreadLook(Instant.now(), first.dump(), Optional.empty(), Activity.of(proc).byId());
        boolean hasVirtual = first.dump().threads().stream()
                .anyMatch(thread -> thread.carried() != 0 || thread.name().startsWith(OF_SCHEDULER));
        boolean still = HeldCarriers.between(first, glance, new Scheduler(SINCE, 0, 0, pools)).held() > 0;
        int feature = number(properties().getProperty("java.specification.version"));
        if (!still) {
            boolean idle = hasVirtual && isIdle(first, glance);
            Optional<ThreadFile> file = idle ? file("1") : Optional.empty();
            return with(HeldCarriers.between(new ThreadLook(first.when(), first.dump(), file, first.activity()),
                    new ThreadLook(glance.when(), glance.dump(), file.isPresent() ? file("2") : file, glance.activity()),
                    new Scheduler(feature, 0, 0, pools)));
        }
        Scheduler scheduler = scheduler(feature);
        Optional<ThreadFile> file = file("1");
        pause(WATCH.minus(Duration.between(first.when(), Instant.now())));
        if (silent && first.activity().isEmpty()) {
            return with(Carriers.unknown("This kernel does not tell what threads run."));
        }
        // A carrier that has not run meanwhile still has its virtual thread.
        ThreadLook last =
                silent ? new ThreadLook(Instant.now(), first.dump(), file, Activity.of(proc).byId()) : look("2", PATIENCE);
        Optional<ThreadFile> later = file.isPresent() ? file("2") : file;
        return with(HeldCarriers.between(new ThreadLook(first.when(), first.dump(), file, first.activity()),
                new ThreadLook(last.when(), last.dump(), later, last.activity()), scheduler));
    }

    private void pause(Duration time) throws InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() - end < 0) {
            Thread.sleep(TICK_MILLIS);
            meanwhile.run();
        }
    }

    /** Returns whether the JVM has stopped to answer. */
    boolean isSilent() {
        return silent;
    }

    private Carriers with(Carriers seen) {
        List<String> all = new ArrayList<>(seen.notes());
        all.addAll(notes);
        return new Carriers(seen.state(), seen.all(), seen.held(), seen.ran(), seen.heldSeconds(), seen.watchedSeconds(),
                seen.waiting(),
                seen.holds(), seen.waits(), seen.deadlock(), seen.attachHelps(), all);
    }

    private ThreadLook look(String number, Duration patience) throws IOException, InterruptedException {
        ThreadDump dump = print(patience);
        evidence.put("threads-" + number + ".txt", text);
        return new ThreadLook(Instant.now(), dump, Optional.empty(), Activity.of(proc).byId());
    }

    /**
     * Takes a thread dump.
     *
     * @param patience how long to wait for it
     */
    ThreadDump print(Duration patience) throws IOException, InterruptedException {
        text = connection.execute("Thread.print", patience, () -> {});
        try {
            latest = ThreadDump.parse(text);
        } catch (IllegalArgumentException notUnderstood) {
            throw new IOException("it answered with " + notUnderstood.getMessage(), notUnderstood);
        }
        pools.addAll(HeldCarriers.pools(latest));
        return latest;
    }

    /** Takes dumps for a time: a carrier is known by a virtual thread that it carries at that moment, which may be seldom. */
    void printFor(Duration time) throws InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() - end < 0) {
            try {
                print(Connection.PATIENCE);
            } catch (IOException silence) {
                // The last watch reports it.
                return;
            }
            Thread.sleep(Math.max(TICK_MILLIS, rest().toMillis()));
        }
    }

    /** Returns the least time between the last thread dump and the next. */
    Duration rest() {
        return Duration.ofNanos(NANOS_PER_CHARACTER * text.length());
    }

    private static boolean isIdle(ThreadLook first, ThreadLook last) {
        double used = 0;
        for (Map.Entry<Long, Activity.Run> entry : last.activity().entrySet()) {
            Activity.Run from = first.activity().get(entry.getKey());
            used += (entry.getValue().nanos() - (from == null ? 0 : from.nanos())) / 1e9;
        }
        return used < IDLE * Duration.between(first.when(), last.when()).toNanos() / 1e9;
    }

    /** Returns the virtual threads; empty if the JVM has no such command, or did not carry it out in time. */
    private Optional<ThreadFile> file(String number) throws IOException, InterruptedException {
        String temporary = properties().getProperty("java.io.tmpdir", "/tmp");
        if (!ABSOLUTE.matcher(temporary).matches()) {
            notes.add("The virtual threads were not listed: the JVM's folder for temporary files is "
                    + Failure.printable(temporary) + ".");
            return Optional.empty();
        }
        Optional<String> objection = new Room(process, temporary).objection();
        if (objection.isPresent()) {
            notes.add("The virtual threads were not listed: " + objection.get() + ".");
            return Optional.empty();
        }
        String name = "slipstream-threads-" + HexFormat.of().toHexDigits(RANDOM.nextLong()) + ".json";
        boolean pending = false;
        try (ProcessFolder folder = ProcessFolder.open(process, temporary)) {
            pending = true;
            connection.execute(
                    "Thread.dump_to_file -format=json \"" + temporary + (temporary.endsWith("/") ? "" : "/") + name + "\"",
                    PATIENCE, () -> folder.limit(name, MOST_OF_A_FILE));
            String list;
            try {
                list = folder.read(name, MOST_OF_A_FILE);
            } finally {
                pending = false;
                folder.delete(name);
            }
            evidence.put("threads-" + number + ".json", list);
            return Optional.of(ThreadFile.parse(new StringReader(list)));
        } catch (Connection.SilentException blocked) {
            silent = true;
            notes.add("The JVM did not list its virtual threads within " + PATIENCE.toSeconds()
                    + " s; its attach listener answers nothing until it has.");
            return Optional.empty();
        } catch (Connection.RefusedException noSuchCommand) {
            notes.add("The JVM does not list its virtual threads: " + Failure.describe(noSuchCommand) + ".");
            return Optional.empty();
        } catch (IOException e) {
            notes.add("The list of virtual threads cannot be read: " + Failure.describe(e) + ".");
            return Optional.empty();
        } finally {
            if (pending) {
                new LateFile(process, temporary, name, connection::isDone, MOST_OF_A_FILE).start();
            }
        }
    }

    private Scheduler scheduler(int feature) throws IOException, InterruptedException {
        Properties all = properties();
        int parallelism = number(all.getProperty("jdk.virtualThreadScheduler.parallelism"));
        if (parallelism == 0) {
            Matcher processors = PROCESSORS.matcher(connection.execute("VM.info"));
            // The JVM's own line is the last: the command line, which may contain anything, comes before.
            while (processors.find()) {
                parallelism = Integer.parseInt(processors.group(1));
            }
        }
        return new Scheduler(feature, parallelism, number(all.getProperty("jdk.virtualThreadScheduler.maxPoolSize")), pools);
    }

    private static int number(@Nullable String text) {
        return text != null && text.matches("\\d{1,6}") ? Integer.parseInt(text) : 0;
    }
}
