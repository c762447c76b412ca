package dev.slipstream.it;

import dev.slipstream.it.program.Threads;
import dev.slipstream.lab.Experiment;
import dev.slipstream.pinning.CarrierKeeper;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Command line of a JVM to fork: a JDK, its options, and a program. */
final class Jvm {
    static final Path ROOT = Path.of(System.getProperty("slipstream.root", "")).toAbsolutePath();
    static final Path JAR = ROOT.resolve("target/slipstream.jar");

    static final String CLASS_PATH = String.join(File.pathSeparator, placeOf(Threads.class),
            placeOf(Experiment.class), placeOf(CarrierKeeper.class));

    private final List<String> before = new ArrayList<>();
    private final Jdk jdk;
    private final List<String> args = new ArrayList<>();
    private Path agent = JAR;
    private String classPath = CLASS_PATH;

    private Jvm(Jdk jdk) {
        this.jdk = jdk;
    }

    static Jvm on(Jdk jdk) {
        return new Jvm(jdk);
    }

    /** Sets another jar of the agent. Must precede {@link #withAgent}. */
    Jvm agentAt(Path jar) {
        agent = jar;
        return this;
    }

    /** Sets another class path for the programs. */
    Jvm classesAt(String place) {
        classPath = place;
        return this;
    }

    Jvm withAgent(String options) {
        return with("-javaagent:" + agent + (options.isEmpty() ? "" : "=" + options));
    }

    Jvm withAgent() {
        return withAgent("");
    }

    Jvm with(String... more) {
        args.addAll(List.of(more));
        return this;
    }

    /** Sets a command that starts the java command. */
    Jvm under(String... words) {
        before.addAll(List.of(words));
        return this;
    }

    /** Runs a program to its end. */
    Ended run(String program, String... arguments) throws IOException, InterruptedException {
        return start(program, arguments).end();
    }

    /** Starts a program of this module, or of the lab. */
    Running start(String program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(before);
        command.add(jdk.java().toString());
        command.addAll(args);
        command.addAll(List.of("-cp", classPath, program));
        command.addAll(List.of(arguments));
        Path out = Files.createTempFile("slipstream-out", ".txt");
        Path err = Files.createTempFile("slipstream-err", ".txt");
        out.toFile().deleteOnExit();
        err.toFile().deleteOnExit();
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(out.getParent().toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        // With these variables, the JVM would print lines to stderr.
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
        return new Running(String.join(" ", command), builder.start(), out, err);
    }

    private static String placeOf(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
