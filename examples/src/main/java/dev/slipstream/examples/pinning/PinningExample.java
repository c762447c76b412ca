package dev.slipstream.examples.pinning;

import dev.slipstream.examples.common.Example;
import dev.slipstream.examples.common.ExampleJdk;
import dev.slipstream.examples.common.ExampleJvm;
import dev.slipstream.examples.common.Options;
import dev.slipstream.examples.common.Table;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * Runs the service and the load, each in its own process: on a stock JDK, on the same JDK with Slipstream, and for comparison on
 * the JDK that runs this class. Prints a table. Ends by itself and leaves no process behind.
 */
public final class PinningExample {
    private static final String USAGE =
            """
            usage: PinningExample [--jdk HOME] [--agent JAR[=OPTIONS]] [--users N] [--query-ms N] [--seconds N]
              --jdk       the JDK under test, 21 to 23 (default: the one that runs this)
              --agent     Slipstream's jar and its options (default: target/slipstream.jar=pinning)
              --users     users at a time, and connections in the pool (default: 64)
              --query-ms  how long the database thinks about a query (default: 20)
              --seconds   how long each run is measured, after 5 seconds of warming up (default: 15)
            """;
    private static final int WARM_UP_SECONDS = 5;
    private static final Duration STARTING = Duration.ofSeconds(30);

    private final ExampleJdk jdk;
    private final String agent;
    private final int users;
    private final int queryMillis;
    private final int seconds;
    private final Table table = new Table(36)
            .column("requests/s", "%,12.0f").column("p50 ms", "%,9.1f").column("p99 ms", "%,9.1f").column("errors", "%7d");

    private PinningExample(String[] args) {
        Options options = new Options(args, "--jdk", "--agent", "--users", "--query-ms", "--seconds");
        users = options.number("--users", 64);
        queryMillis = options.number("--query-ms", 20);
        seconds = options.number("--seconds", 15);
        agent = options.agent("pinning");
        jdk = options.jdk();
    }

    /** Exit code 0: measured; 2: wrong usage; 3: a process failed. */
    public static void main(String[] args) {
        Example.main(PinningExample.class, USAGE, () -> new PinningExample(args).run());
    }

    private int run() throws IOException {
        System.out.printf("%d users, %d ms in the database, %d s each, %d processors%n%n", users, queryMillis, seconds,
                Runtime.getRuntime().availableProcessors());
        table.begin();
        ExampleJdk here = ExampleJdk.here();
        String name = "JDK " + jdk.version();
        measure(name + ", as it is", jdk, List.of());
        measure(name + ", with Slipstream", jdk, List.of("-javaagent:" + agent));
        if (!here.home().toRealPath().equals(jdk.home().toRealPath())) {
            measure("JDK " + here.version() + ", as it is", here, List.of());
        }
        return 0;
    }

    private void measure(String subject, ExampleJdk under, List<String> options) throws IOException {
        try (ExampleJvm service = ExampleJvm.startServer(under, options, OrderService.class, users, queryMillis)) {
            String address = service.line(STARTING);
            Load.Result result;
            try (ExampleJvm load =
                    ExampleJvm.start(ExampleJdk.here(), List.of(), Load.class, address, users, WARM_UP_SECONDS, seconds)) {
                result = Load.Result.parse(load.line(STARTING.plusSeconds(WARM_UP_SECONDS + seconds)));
            }
            table.row(subject, result.requestsPerSecond(), result.p50Millis(), result.p99Millis(), result.errors());
        }
    }
}
