package dev.slipstream.cli;

import dev.slipstream.agent.bake.Preview;
import dev.slipstream.agent.bake.Preview.Change;
import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import dev.slipstream.cli.exit.Interruption;
import dev.slipstream.cli.process.Attachment;
import dev.slipstream.cli.process.Connection;
import dev.slipstream.cli.process.JvmProcess;
import dev.slipstream.cli.process.Release;
import dev.slipstream.cli.process.RunningJvm;
import dev.slipstream.runtime.Options;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;

/** A running JVM, attached to as by the JDK's own tools: as the same user or as root. */
final class Target implements AutoCloseable {
    /** Maximum length of a request. HotSpot accepts 1,024 characters in one argument, including the path of the jar. */
    private static final int MOST = 512;

    /** How long a JVM may take to carry out a request: it may wait for a safepoint, and load classes on a busy machine. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** How long a process may take to end after its connection has broken. */
    private static final Duration ENDING = Duration.ofSeconds(2);

    /** How long an attach watches for an end of the application that it may have caused. */
    private static final Duration AFTERMATH = Duration.ofMillis(200);
    private static final String DYNAMIC = "EnableDynamicAgentLoading";
    private static final String NO_INSTRUMENT = "its JDK lacks the module java.instrument; add it with jlink --add-modules";
    private static final long POLL_NANOS = 10_000_000;

    /** How long after its start a JVM may still run other agents, before ours. */
    private static final Duration STARTING = Duration.ofSeconds(10);

    /** Looks for the status of a JVM that has just started with the agent: ten seconds in all. */
    private static final int LOOKS = 100;
    private static final long PAUSE_NANOS = 100_000_000;

    private final long pid;
    private final Attachment jvm;

    /** Lets a request end after Ctrl-C, take its files away, and tell its outcome. */
    private final Interruption interruption;

    private Target(long pid, Attachment jvm, Interruption interruption) {
        this.pid = pid;
        this.jvm = jvm;
        this.interruption = interruption;
    }

    static Target attach(long pid) throws Failure {
        Interruption interruption = new Interruption();
        Target target = null;
        try {
            target = new Target(pid, Attachment.to(pid, "start it without that option" + atStart()), interruption);
            target.mustHaveRemedies();
            return target;
        } finally {
            if (target == null) {
                interruption.done();
            }
        }
    }

    /** Detaches from a JVM that is too old for every remedy: the agent would do nothing there. */
    private void mustHaveRemedies() throws Failure {
        boolean old = true;
        try {
            Release.of(pid, systemProperties(), "Slipstream");
            old = false;
        } finally {
            if (old) {
                close();
            }
        }
    }

    /** Attaches, sends a request, and returns the status after it. */
    static Status of(long pid, String request) throws Failure {
        try (Target target = attach(pid)) {
            // The first such question makes the JVM load classes for 50 ms. Asked later, it would not answer if the application
            // ends as soon as the request is carried out.
            target.properties();
            target.request(request);
            return Status.after(target);
        }
    }

    /** Attaches, installs remedies, and shows the status. If the application then ends, prints a line on standard error. */
    static void install(long pid, String request) throws Failure {
        of(pid, request).conclude();
        if (endsWithin(AFTERMATH, pid)) {
            System.err.println("slipstream: process " + pid + " has ended since; why is unknown");
        }
    }

    /** Waits a bounded time for the end of a process; returns whether it has ended. */
    static boolean endsWithin(Duration time, long pid) {
        long begin = System.nanoTime();
        while (JvmProcess.isAlive(pid)) {
            if (System.nanoTime() - begin > time.toNanos()) {
                return false;
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        return true;
    }

    /** Sends a request to the agent in the target. Loads the agent if it is not there. */
    void request(String options) throws Failure {
        if (options.length() > MOST) {
            throw new Failure(ExitCodes.BAD_USAGE, "the request has " + options.length() + " characters; a JVM accepts " + MOST
                    + " at most");
        }
        try {
            jvm.load(OneJar.ofAgent(), options, PATIENCE);
        } catch (Connection.SilentException e) {
            throw failure(
                    "did not answer within " + PATIENCE.toSeconds() + " s; whether it carries out the request later is unknown");
        } catch (IOException e) {
            throw failure("rejected the agent: " + reason(Failure.describe(e)));
        }
    }

    private static String atStart() throws Failure {
        return ", or start it with -javaagent:" + OneJar.path();
    }

    private static String reason(String answer) throws Failure {
        String said = answer.strip().replaceAll("\\s*\\R\\s*", " ");
        String plain = said.toLowerCase(Locale.ROOT);
        if (plain.contains("dynamic agent loading is not enabled")) {
            return notDynamic();
        }
        if (plain.contains("java.instrument") || plain.contains("libinstrument") || plain.contains("instrument was not loaded")) {
            return NO_INSTRUMENT;
        }
        return said;
    }

    private static String notDynamic() throws Failure {
        return "it runs with -XX:-EnableDynamicAgentLoading; start it with -XX:+EnableDynamicAgentLoading" + atStart();
    }

    /**
     * Plans an attach with the classes of the JVM's JDK.
     *
     * @throws Failure if the JVM would reject the agent
     */
    Map<String, Change> preview(Path home, Options options) throws Failure {
        String arguments = properties().getProperty("sun.jvm.args", "");
        if (arguments.lastIndexOf("-XX:-" + DYNAMIC) > arguments.lastIndexOf("-XX:+" + DYNAMIC)) {
            throw failure("would reject the agent: " + notDynamic());
        }
        try {
            return Preview.of(home, options);
        } catch (IllegalArgumentException e) {
            throw failure("would reject the agent: " + NO_INSTRUMENT);
        } catch (IOException e) {
            throw failure("has a JDK that cannot be read: " + Failure.describe(e));
        }
    }

    Properties properties() throws Failure {
        try {
            return jvm.agentProperties(Connection.PATIENCE);
        } catch (IOException e) {
            throw failure("did not answer: " + Failure.describe(e));
        }
    }

    Properties systemProperties() throws Failure {
        try {
            return jvm.systemProperties(Connection.PATIENCE);
        } catch (IOException e) {
            throw failure("did not answer: " + Failure.describe(e));
        }
    }

    /**
     * Returns the status. A JVM that has just started with the agent publishes it a second later; until then a thread of the agent shows
     * that it is there, and before that, the option by which agents are started.
     *
     * @return the status, which names no remedy if the JVM does not run Slipstream
     */
    Status status() throws Failure {
        Status status = Status.after(this);
        for (int looks = 0; looks < LOOKS && status.remedies().isEmpty() && isExpected(status); looks++) {
            LockSupport.parkNanos(PAUSE_NANOS);
            status = Status.after(this);
        }
        return status;
    }

    private boolean isExpected(Status status) {
        return RunningJvm.hasOurThreads(pid).orElse(false) || (status.startsWithAgent()
                && RunningJvm.since(pid).map(since -> since.isAfter(Instant.now().minus(STARTING))).orElse(false));
    }

    long pid() {
        return pid;
    }

    private Failure failure(String why) {
        return new Failure(ExitCodes.NOTHING_DONE, "process " + pid + " " + (endsWithin(ENDING, pid)
                ? "ended before it answered; why it ended, and whether remedies were active, is unknown" : why));
    }

    @Override
    public void close() {
        jvm.close();
        interruption.done();
    }
}
