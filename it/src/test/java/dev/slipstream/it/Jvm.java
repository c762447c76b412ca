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

/** A JVM to fork: a JDK, its arguments, a program. */
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

    /** The agent lies elsewhere. For use before {@link #withAgent}. */
    Jvm agentAt(Path jar) {
        agent = jar;
        return this;
    }

    /** The programs lie elsewhere. */
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

    /** A command that starts the java command: its words come first. */
    Jvm under(String... words) {
        before.addAll(List.of(words));
        return this;
    }

    /** Runs a program to its end. */
    Ended run(String program, String... arguments) throws IOException, InterruptedException {
        return start(program, arguments).end();
    }

    /** Starts a program of this module's, or of the lab's. */
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
        // They would put lines of their own on stderr.
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
