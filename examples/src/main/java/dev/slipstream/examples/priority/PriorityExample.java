package dev.slipstream.examples.priority;

import dev.slipstream.examples.common.Example;
import dev.slipstream.examples.common.ExampleJdk;
import dev.slipstream.examples.common.ExampleJvm;
import dev.slipstream.examples.common.Options;
import dev.slipstream.examples.common.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Runs the shop and its customers, each in its own process: without jobs, with jobs on the stock JDK, and with Slipstream. Prints a
 * table. Ends by itself and leaves no process behind.
 */
public final class PriorityExample {
    private static final String USAGE =
            """
            usage: PriorityExample [--jdk HOME] [--agent JAR] [--customers N] [--jobs N] [--seconds N]
              --jdk        the JDK under test, 21 or newer (default: the one that runs this)
              --agent      Slipstream's jar (default: target/slipstream.jar)
              --customers  customers at a time (default: 4)
              --jobs       jobs at a time (default: two for each processor)
              --seconds    how long each run is measured, after 5 seconds of warming up (default: 15)
            """;
    private static final int WARM_UP_SECONDS = 5;
    private static final Duration STARTING = Duration.ofSeconds(30);
    private static final String IDLE = "idle/3/2/1/0/-1/-2/-3/-4/-5";

    private final ExampleJdk jdk;
    private final Path agent;
    private final int customers;
    private final int jobs;
    private final int seconds;
    private final Table table = new Table(40)
            .column("requests/s", "%,10.0f").column("p50 ms", "%8.2f").column("p99 ms", "%8.2f")
            .column("archived/s", "%,12.0f").column("errors", "%7d");

    private PriorityExample(String[] args) {
        Options options = new Options(args, "--jdk", "--agent", "--customers", "--jobs", "--seconds");
        customers = options.number("--customers", 4);
        jobs = options.number("--jobs", 2 * Runtime.getRuntime().availableProcessors());
        seconds = options.number("--seconds", 15);
        agent = options.jar();
        jdk = options.jdk();
    }

    /** Exit code 0: measured; 2: wrong usage; 3: a process failed. */
    public static void main(String[] args) {
        Example.main(PriorityExample.class, USAGE, () -> new PriorityExample(args).run());
    }

    private int run() throws IOException {
        System.out.printf("JDK %s, %d customers, %d jobs of priority 1, %d s each, %d processors%n%n", jdk.version(), customers,
                jobs, seconds, Runtime.getRuntime().availableProcessors());
        table.begin();
        String options = "-javaagent:" + agent + "=priority,quiet";
        measure("no jobs", 0, List.of());
        measure("jobs, as it is", jobs, List.of());
        measure("jobs, with Slipstream", jobs, List.of(options));
        measure("jobs, with Slipstream, priority 1 = idle", jobs, List.of(options + ",priority.nice=" + IDLE));
        measure("jobs, as it is, again", jobs, List.of());
        return 0;
    }

    private void measure(String subject, int jobsNow, List<String> options) throws IOException {
        try (ExampleJvm shop = ExampleJvm.startServer(jdk, options, Shop.class, jobsNow)) {
            String address = shop.line(STARTING);
            Customers.Result result;
            try (ExampleJvm load = ExampleJvm.start(ExampleJdk.here(), List.of(), Customers.class, address, customers,
                    WARM_UP_SECONDS, seconds)) {
                result = Customers.Result.parse(load.line(STARTING.plusSeconds(WARM_UP_SECONDS + seconds)));
            }
            table.row(subject, result.requestsPerSecond(), result.p50Millis(), result.p99Millis(), result.archivedPerSecond(),
                    result.errors());
        }
    }
}
