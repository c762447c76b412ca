package dev.slipstream.testkit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Command line of a JVM to fork: a JDK, its options, and a program. */
public final class ForkedJvm {
    /** The project's folder. */
    public static final Path ROOT = Path.of(System.getProperty("slipstream.root", "")).toAbsolutePath();

    /** The packaged jar. */
    public static final Path JAR = ROOT.resolve("target/slipstream.jar");

    private final List<String> before = new ArrayList<>();
    private final TestJdk jdk;
    private final List<String> args = new ArrayList<>();
    private Path agent = JAR;
    private String classPath;
    private List<String> withoutAgent = List.of();

    private ForkedJvm(TestJdk jdk, String classPath) {
        this.jdk = jdk;
        this.classPath = classPath;
    }

    public static ForkedJvm on(TestJdk jdk, String classPath) {
        return new ForkedJvm(jdk, classPath);
    }

    /** Returns a command line for programs among the tests of a module. */
    public static ForkedJvm ofModule(TestJdk jdk, String module) {
        Path target = ROOT.resolve(module).resolve("target");
        return on(jdk, target.resolve("classes") + ":" + target.resolve("test-classes"));
    }

    /** Sets another jar of the agent. Must precede {@link #withAgent}. */
    public ForkedJvm agentAt(Path jar) {
        agent = jar;
        return this;
    }

    /** Sets another class path for the programs. */
    public ForkedJvm classesAt(String place) {
        classPath = place;
        return this;
    }

    public ForkedJvm withAgent(String options) {
        withoutAgent = List.of();
        return with("-javaagent:" + agent + (options.isEmpty() ? "" : "=" + options));
    }

    public ForkedJvm withAgent() {
        return withAgent("");
    }

    /** Sets options for the case that {@link #withAgent} is not called. */
    public ForkedJvm withoutAgent(String... options) {
        withoutAgent = List.of(options);
        return this;
    }

    public ForkedJvm with(String... more) {
        args.addAll(List.of(more));
        return this;
    }

    /** Permits native calls, on JDKs that have the option. */
    public ForkedJvm withNativeAccess() {
        return jdk.hasVirtualThreads() ? with("--enable-native-access=ALL-UNNAMED") : this;
    }

    /** Sets a command that starts the java command. */
    public ForkedJvm under(String... words) {
        before.addAll(List.of(words));
        return this;
    }

    /**
     * Returns whether this machine refuses the command that is to start the java command. That is asserted and reported, as {@link
     * Refusal} says.
     */
    public boolean isRefused() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(before);
        command.add("true");
        Ended ended = Running.start(new ProcessBuilder(command)).end();
        if (ended.exitCode() != 0) {
            Refusal.isTold(ended.err());
        }
        return ended.exitCode() != 0;
    }

    /** Runs a program to its end. */
    public Ended run(String program, String... arguments) throws IOException, InterruptedException {
        return start(program, arguments).end();
    }

    /**
     * Runs a program until it exits, which must be with status 0.
     *
     * @return the complete output, what it has written to stderr last
     */
    public String output(Class<?> program, String... arguments) throws IOException, InterruptedException {
        Ended ended = run(program.getName(), arguments);
        if (ended.exitCode() != 0) {
            throw new AssertionError(ended);
        }
        return ended.out() + ended.err();
    }

    /** Starts a program in the folder for temporary files. */
    public Running start(String program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(before);
        command.add(jdk.java().toString());
        command.addAll(withoutAgent);
        command.addAll(args);
        command.addAll(List.of("-cp", classPath, program));
        command.addAll(List.of(arguments));
        return Running.start(new ProcessBuilder(command).directory(Path.of(System.getProperty("java.io.tmpdir")).toFile()));
    }
}
