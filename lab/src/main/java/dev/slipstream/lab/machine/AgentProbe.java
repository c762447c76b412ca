package dev.slipstream.lab.machine;

import dev.slipstream.results.jdk.Jdk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Probe of the agent's state of each remedy on a JDK. It runs the JDK with the agent and all remedies turned on, and with this
 * JVM's {@code java.class.path}. Immutable; each call forks a JVM for two seconds.
 */
public final class AgentProbe {
    /** The JVM normally ends within two seconds. A busy machine gets ten times that. */
    static final Duration LIMIT = Duration.ofSeconds(20);

    private static final int OLDEST = 17;
    private static final Pattern LINE = Pattern.compile("([\\w-]+)\t([a-z]+)\t(.*)");

    private final Path agent;
    private final List<String> remedies;
    private final Duration limit;

    /**
     * Creates a probe.
     *
     * @param agent the agent's jar
     * @param remedies names of the remedies to ask about
     */
    public AgentProbe(Path agent, List<String> remedies) {
        this(agent, remedies, LIMIT);
    }

    AgentProbe(Path agent, List<String> remedies, Duration limit) {
        this.agent = agent.toAbsolutePath();
        this.remedies = List.copyOf(remedies);
        this.limit = limit;
    }

    /**
     * Runs a JDK and returns the states of the remedies.
     *
     * @param jdk the JDK
     * @return the state of each remedy, with its reason after a colon; {@code failed: ...} for all remedies if the JDK did not run
     *     with the agent
     * @throws InterruptedException if interrupted while waiting; the JVM is killed
     */
    public Map<String, String> states(Jdk jdk) throws InterruptedException {
        if (jdk.feature() < OLDEST) {
            return failed("the agent needs JDK " + OLDEST + " or newer");
        }
        try {
            Path out = Files.createTempFile("slipstream-states", ".txt");
            Path err = Files.createTempFile("slipstream-states", ".err");
            try {
                return run(jdk, out, err);
            } finally {
                Files.delete(out);
                Files.delete(err);
            }
        } catch (IOException notStarted) {
            return failed(String.valueOf(notStarted.getMessage()));
        }
    }

    private Map<String, String> run(Jdk jdk, Path out, Path err) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(jdk.java().toString(),
                "-javaagent:" + agent + "=" + String.join(",", remedies) + ",quiet",
                "-cp", System.getProperty("java.class.path"), AgentStates.class.getName()));
        command.addAll(remedies);
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        boolean ended;
        try {
            ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
        } finally {
            process.destroyForcibly();
        }
        process.waitFor();
        if (!ended) {
            return failed("no answer within " + limit.toSeconds() + " s");
        }
        Map<String, String> states = parse(text(out));
        if (process.exitValue() != 0 || states.isEmpty()) {
            String said = (text(err) + "\n" + text(out)).lines().filter(line -> !line.isBlank()).findFirst().orElse("no output");
            return failed("ended with " + process.exitValue() + ": " + said.strip());
        }
        remedies.forEach(remedy -> states.putIfAbsent(remedy, "failed: the agent has no bean for it"));
        return states;
    }

    /** Parses the program's output. Skips the JVM's own lines. */
    static Map<String, String> parse(String output) {
        Map<String, String> states = new TreeMap<>();
        output.lines().map(LINE::matcher).filter(Matcher::matches).forEach(line -> states.put(line.group(1),
                line.group(3).isBlank() ? line.group(2) : line.group(2) + ": " + line.group(3)));
        return states;
    }

    /** Decodes leniently, since a crashed JVM may leave an incomplete character. */
    private static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }

    private Map<String, String> failed(String why) {
        Map<String, String> states = new TreeMap<>();
        remedies.forEach(remedy -> states.put(remedy, "failed: " + why));
        return states;
    }
}
