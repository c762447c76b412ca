package dev.slipstream.examples.live;

import dev.slipstream.examples.common.Example;
import dev.slipstream.examples.common.ExampleJdk;
import dev.slipstream.examples.common.ExampleJvm;
import dev.slipstream.examples.common.Options;
import dev.slipstream.examples.pinning.Load;
import dev.slipstream.examples.pinning.OrderService;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Diagnoses a web service under load while it runs, types the commands that the diagnosis names, and with the last of them takes
 * the change back. Prints the users' figures between the commands. Ends by itself and leaves no process behind.
 */
public final class LiveExample {
    private static final String USAGE =
            """
            usage: LiveExample --slipstream FILE [--jdk HOME] [--users N] [--query-ms N] [--seconds N]
              --slipstream  the command line
              --jdk         the JDK of the service, 21 to 23 (default: the one that runs this)
              --users       users at a time, and connections in the pool (default: 64)
              --query-ms    how long the database thinks about a query (default: 20)
              --seconds     how long a diagnosis looks, and how long the users are counted for a figure (default: 15)
            """;

    /** Command on a line of its own, as at the end of a diagnosis. */
    private static final Pattern COMMAND = Pattern.compile(
            "^\\s*\\./slipstream ((?:attach|status|diagnose|detach) \\S.*?)(?:\\s{2,}.*)?$", Pattern.MULTILINE);

    private static final Duration STARTING = Duration.ofSeconds(30);
    private static final int WARM_UP_SECONDS = 5;

    /** Exit code and standard output of a command. */
    private record Ended(int exitCode, String output) {}

    private final Path slipstream;
    private final ExampleJdk jdk;
    private final int users;
    private final int queryMillis;
    private final int seconds;

    private LiveExample(String[] args) {
        Options options = new Options(args, "--slipstream", "--jdk", "--users", "--query-ms", "--seconds");
        if (!options.has("--slipstream")) {
            throw new IllegalArgumentException("where is the command line?");
        }
        slipstream = Options.require(options.path("--slipstream"));
        jdk = options.jdk();
        users = options.number("--users", 64);
        queryMillis = options.number("--query-ms", 20);
        seconds = options.number("--seconds", 15);
    }

    /** Exit code 0: all was done; 1: nothing was found, or a command failed; 2: wrong usage; 3: a process failed. */
    public static void main(String[] args) {
        Example.main(LiveExample.class, USAGE, () -> new LiveExample(args).run());
    }

    private int run() throws IOException {
        System.out.printf("%d users, %d ms in the database, JDK %s%n%n", users, queryMillis, jdk.version());
        try (ExampleJvm service = ExampleJvm.startServer(jdk, List.of(), OrderService.class, users, queryMillis)) {
            String address = service.line(STARTING);
            try (ExampleJvm load = ExampleJvm.startServer(ExampleJdk.here(), List.of(), Load.class, address, users,
                    WARM_UP_SECONDS, seconds, "again")) {
                return operate(service.pid(), load);
            }
        }
    }

    private int operate(long pid, ExampleJvm load) throws IOException {
        served(load);
        List<String> next = commandsIn(type("diagnose", "--for", seconds + "s", Long.toString(pid)).output());
        if (next.isEmpty()) {
            System.out.println("nothing was found");
            return 1;
        }
        for (String command : next) {
            Ended ended = type(command.split(" "));
            if (!succeeded(command, ended.exitCode())) {
                System.out.println("exit code " + ended.exitCode());
                return 1;
            }
            if (changes(command)) {
                // The figure under way covers the time before and after.
                load.line(STARTING.plusSeconds(seconds));
                served(load);
            }
        }
        return 0;
    }

    private void served(ExampleJvm load) throws IOException {
        Load.Result result = Load.Result.parse(load.line(STARTING.plusSeconds(WARM_UP_SECONDS + seconds)));
        System.out.printf("# the users: %,.0f requests/s, p50 %,.1f ms, p99 %,.1f ms, %d errors%n%n", result.requestsPerSecond(),
                result.p50Millis(), result.p99Millis(), result.errors());
    }

    /** Runs a command of Slipstream, and prints the command and its output. */
    private Ended type(String... arguments) throws IOException {
        System.out.println("$ ./slipstream " + String.join(" ", arguments));
        List<String> command = new ArrayList<>(List.of(slipstream.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        // The commands that a diagnosis names begin with it.
        builder.environment().put("SLIPSTREAM_COMMAND", "./slipstream");
        Process process = builder.start();
        StringBuilder output = new StringBuilder();
        try (BufferedReader lines = process.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                System.out.println(line);
                output.append(line).append('\n');
            }
            int exitCode = process.waitFor();
            System.out.println();
            return new Ended(exitCode, output.toString());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the commands that a text names on lines of their own, in order, each once. */
    static List<String> commandsIn(String text) {
        return COMMAND.matcher(text).results().map(found -> found.group(1)).distinct().toList();
    }

    /** Tells whether users may notice a command. */
    static boolean changes(String command) {
        return command.startsWith("attach") || command.startsWith("detach");
    }

    /** Tells whether a command succeeded; a diagnosis exits with 1 if a cost is still paid. */
    static boolean succeeded(String command, int exitCode) {
        return exitCode == 0 || (exitCode == 1 && command.startsWith("diagnose"));
    }
}
