package dev.slipstream.cli.process;

import dev.slipstream.cli.exit.Failure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A running JVM, as {@code /proc} and its performance data show it. Nothing of this attaches to the JVM or sends it a signal, except
 * that {@link #told} asks an attach listener that runs already.
 */
public final class RunningJvm {
    private static final Path PROC = Path.of("/proc");
    private static final Pattern LIBRARY = Pattern.compile("(?m) (/.*)/lib/(?:server|client|minimal)/libjvm\\.so$");
    private static final Pattern VERSION = Pattern.compile("(?m)^JAVA_VERSION=\"([^\"]*)\"");
    private static final Pattern BAKED = Pattern.compile("(?m)^SLIPSTREAM=\"");
    private static final int MOST_OF_RELEASE = 1 << 16;
    private static final String LAUNCHER = "java";

    /** The kernel limits a native name to 15 bytes. JDK 26 and later leave out its middle. */
    private static final Pattern OUR_THREADS = Pattern.compile("slipstr(eam-|\\.\\.).*");
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /** Options of the launcher that are followed by a word of their own. */
    private static final List<String> WITH_VALUE = List.of("-cp", "-classpath", "--class-path", "-p", "--module-path",
            "--upgrade-module-path", "--add-modules", "--enable-native-access", "--add-reads", "--add-exports", "--add-opens",
            "--limit-modules", "--patch-module", "--source");

    private final long pid;
    private final String command;
    private final String jdk;
    private final Optional<String> release;

    private RunningJvm(long pid, String command, String jdk, Optional<String> release) {
        this.pid = pid;
        this.command = command;
        this.jdk = jdk;
        this.release = release;
    }

    /**
     * Lists the JVMs that can be seen.
     *
     * @return all but this one, by process id; none where there is no {@code /proc}
     */
    public static List<RunningJvm> all() {
        List<RunningJvm> all = new ArrayList<>();
        ProcessHandle.allProcesses().map(ProcessHandle::pid).filter(pid -> pid != ProcessHandle.current().pid())
                .forEach(pid -> of(pid).ifPresent(all::add));
        all.sort(Comparator.comparingLong(RunningJvm::pid));
        return all;
    }

    private static Optional<RunningJvm> of(long pid) {
        Path folder = PROC.resolve(Long.toString(pid));
        try {
            String maps = latin(folder.resolve("maps"));
            Matcher library = LIBRARY.matcher(maps);
            if (!JvmProcess.isJvm(maps)) {
                return Optional.empty();
            }
            JvmProcess process = new JvmProcess(PROC, pid);
            Map<String, String> texts = PerformanceData.of(process, maps);
            Optional<String> release = library.find() ? release(process, library.group(1)) : Optional.empty();
            String version = release.map(VERSION::matcher).filter(Matcher::find).map(found -> found.group(1)).orElse("");
            return Optional.of(new RunningJvm(pid,
                    texts.getOrDefault("sun.rt.javaCommand", command(List.of(latin(folder.resolve("cmdline")).split("\0")))),
                    texts.getOrDefault("java.property.java.version", version), release));
        } catch (AccessDeniedException denied) {
            return LAUNCHER.equals(name(folder)) ? Optional.of(new RunningJvm(pid, "", "", Optional.empty())) : Optional.empty();
        } catch (IOException ended) {
            return Optional.empty();
        }
    }

    private static String latin(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    }

    private static String name(Path process) {
        try {
            return latin(process.resolve("comm")).strip();
        } catch (IOException ended) {
            return "";
        }
    }

    private static Optional<String> release(JvmProcess process, String home) {
        try (ProcessFolder open = ProcessFolder.open(process, home)) {
            return Optional.of(new String(open.bytes("release", MOST_OF_RELEASE), StandardCharsets.UTF_8));
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    /** Returns the main class or jar and the arguments in a command line of the launcher; empty if it is another launcher's. */
    static String command(List<String> words) {
        if (words.isEmpty() || !words.get(0).replaceFirst(".*/", "").equals(LAUNCHER)) {
            return "";
        }
        for (int i = 1; i < words.size(); i++) {
            String word = words.get(i);
            if (word.equals("-jar") || word.equals("-m") || word.equals("--module")) {
                return String.join(" ", words.subList(Math.min(i + 1, words.size()), words.size()));
            }
            if (WITH_VALUE.contains(word)) {
                i++;
            } else if (word.startsWith("@")) {
                return "";
            } else if (!word.startsWith("-")) {
                return String.join(" ", words.subList(i, words.size()));
            }
        }
        return "";
    }

    /** Returns the process id. */
    public long pid() {
        return pid;
    }

    /** Returns the main class or jar, then the arguments; empty if unknown. */
    public String command() {
        return command;
    }

    /** Returns the version of the JDK; empty if unknown. */
    public String jdk() {
        return jdk;
    }

    /** Returns when the process started; empty if unknown. */
    public Optional<Instant> since() {
        return since(pid);
    }

    /** Returns when a process started; empty if unknown. */
    public static Optional<Instant> since(long pid) {
        return ProcessHandle.of(pid).flatMap(process -> process.info().startInstant());
    }

    /** Returns why it cannot be attached to, as one line; empty if nothing speaks against it. */
    public Optional<String> refusal() {
        try {
            JvmProcess.of(pid, "start it without that option");
            return Release.refusal(pid, jdk);
        } catch (Failure refused) {
            return Optional.of(refused.getMessage());
        }
    }

    /** Returns whether its JDK is baked; empty if that cannot be seen. */
    public Optional<Boolean> isBaked() {
        return release.map(text -> BAKED.matcher(text).find());
    }

    /** Returns whether it has threads with the names of ours; empty if they cannot be seen. */
    public Optional<Boolean> hasOurThreads() {
        return hasOurThreads(pid);
    }

    /** Returns whether a process has threads with the names of ours; empty if they cannot be seen. */
    public static Optional<Boolean> hasOurThreads(long pid) {
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(PROC.resolve(pid + "/task"))) {
            for (Path task : tasks) {
                if (isOurs(name(task))) {
                    return Optional.of(true);
                }
            }
            return Optional.of(false);
        } catch (IOException | DirectoryIteratorException hidden) {
            return Optional.empty();
        }
    }

    static boolean isOurs(String nativeName) {
        return OUR_THREADS.matcher(nativeName).matches();
    }

    /**
     * Asks the JVM for its agent properties, if its attach listener runs, and does nothing otherwise.
     *
     * @return the properties; empty if the listener does not run, or does not answer within two seconds
     */
    public Optional<Properties> told() {
        try {
            JvmProcess process = JvmProcess.of(pid, "");
            if (!Files.exists(process.socket(), LinkOption.NOFOLLOW_LINKS)) {
                return Optional.empty();
            }
            try (Connection connection = Connection.to(process)) {
                return Optional.of(connection.agentProperties(PATIENCE));
            }
        } catch (Failure | IOException silent) {
            return Optional.empty();
        }
    }
}
