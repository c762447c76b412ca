package dev.slipstream.examples.naming;

import dev.slipstream.examples.common.Example;
import dev.slipstream.examples.common.ExampleJdk;
import dev.slipstream.examples.common.ExampleJvm;
import dev.slipstream.examples.common.Options;
import dev.slipstream.examples.common.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Runs applications that rename threads, each in its own process: as they are, with Slipstream, and as they are again, to show the
 * noise. Prints tables. Ends by itself and leaves no process behind. Needs JDK 25 or newer.
 */
public final class NamingExample {
    private static final String USAGE =
            """
            usage: NamingExample [--agent JAR[=OPTIONS]] [--coroutines N] [--cassandra FOLDER --jdk HOME [--users N] [--seconds N]]
              --agent       Slipstream's jar and its options (default: target/slipstream.jar=naming)
              --coroutines  how many coroutines a run has (default: 1000000)
              --cassandra   runs Cassandra too: the folder with its jars in target/lib, and java.options
              --jdk         the JDK 17 that runs Cassandra
              --users       users of Cassandra at a time (default: 32)
              --seconds     how long Cassandra is measured, after 30 seconds of warming up (default: 20)
            """;
    private static final List<String> DEBUG = List.of("-Dkotlinx.coroutines.debug");
    private static final int WARM_UP_SECONDS = 30;

    private final Path cassandra;
    private final ExampleJdk jdk;
    private final String agent;
    private final int coroutines;
    private final int users;
    private final int seconds;
    private final Table ofCoroutines = new Table(36).column("ns/coroutine", "%,13.0f");
    private final Table ofCassandra = new Table(36)
            .column("queries/s", "%,10.0f").column("p50 ms", "%8.2f").column("p99 ms", "%8.2f")
            .column("CPU us/query", "%14.1f").column("names, % of it", "%14s");

    private NamingExample(String[] args) {
        Options options = new Options(args, "--cassandra", "--jdk", "--agent", "--coroutines", "--users", "--seconds");
        coroutines = options.number("--coroutines", 1_000_000);
        users = options.number("--users", 32);
        seconds = options.number("--seconds", 20);
        agent = options.agent("naming");
        cassandra = options.path("--cassandra");
        if (cassandra == null) {
            jdk = null;
        } else if (options.has("--jdk")) {
            jdk = options.jdk();
            Options.require(cassandra.resolve("java.options"));
        } else {
            throw new IllegalArgumentException("--cassandra needs --jdk");
        }
    }

    /** Exit code 0: measured; 2: wrong usage; 3: a process failed. */
    public static void main(String[] args) {
        Example.main(NamingExample.class, USAGE, () -> new NamingExample(args).run());
    }

    private int run() throws IOException {
        System.out.printf("%,d coroutines on JDK %s, %d processors%n%n", coroutines, System.getProperty("java.version"),
                Runtime.getRuntime().availableProcessors());
        ofCoroutines.begin();
        coroutines("without debug names", List.of());
        coroutines("debug names, as it is", DEBUG);
        coroutines("debug names, with Slipstream", List.of(DEBUG.getFirst(), "-javaagent:" + agent + ",quiet"));
        coroutines("debug names, as it is, again", DEBUG);
        if (cassandra != null) {
            System.out.printf("%nCassandra, %d users, %d s each%n%n", users, seconds);
            ofCassandra.begin();
            measure("as it is", List.of());
            measure("with Slipstream", List.of("-javaagent:" + agent));
            measure("as it is, again", List.of());
        }
        return 0;
    }

    private void coroutines(String subject, List<String> options) throws IOException {
        try (ExampleJvm jvm = ExampleJvm.start(ExampleJdk.here(), options, Coroutines.class, coroutines)) {
            ofCoroutines.row(subject, Double.parseDouble(jvm.line()));
        }
    }

    private void measure(String subject, List<String> options) throws IOException {
        // This JDK would warn of what the driver's libraries do.
        List<String> forLoad = List.of("--sun-misc-unsafe-memory-access=allow", "--enable-native-access=ALL-UNNAMED");
        try (Cassandra server = Cassandra.start(jdk.java(), cassandra, options);
                ExampleJvm load = ExampleJvm.start(ExampleJdk.here(), forLoad, Queries.class, server.port(), users,
                        WARM_UP_SECONDS, seconds)) {
            load.line();
            Duration before = server.processorTime();
            Optional<Profile.Running> running = Profile.begin(server.pid(), seconds);
            Queries.Result result = Queries.Result.parse(load.line());
            double micros = server.processorTime().minus(before).toNanos() / 1e3 / (result.queriesPerSecond() * seconds);
            Optional<Profile> profile = running.isPresent() ? running.get().end() : Optional.empty();
            ofCassandra.row("JDK " + jdk.version() + ", " + subject, result.queriesPerSecond(), result.p50Millis(),
                    result.p99Millis(), micros,
                    profile.map(each -> String.format(Locale.ROOT, "%.2f", each.percent())).orElse("no perf here"));
        }
    }
}
