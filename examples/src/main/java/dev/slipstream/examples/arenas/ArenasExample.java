package dev.slipstream.examples.arenas;

import dev.slipstream.examples.common.Example;
import dev.slipstream.examples.common.ExampleJdk;
import dev.slipstream.examples.common.ExampleJvm;
import dev.slipstream.examples.common.Options;
import dev.slipstream.examples.common.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs the search engine three times, each in its own process: on a stock JDK, with Slipstream, and on the stock JDK again, to show
 * the noise. Then tells whether all results are equal. Ends by itself and leaves nothing behind.
 */
public final class ArenasExample {
    private static final String USAGE =
            """
            usage: ArenasExample [--jdk HOME] [--agent JAR[=OPTIONS]] [--documents N] [--threads N] [--seconds N]
              --jdk        the JDK under test, 21 or newer (default: the one that runs this)
              --agent      Slipstream's jar and its options (default: target/slipstream.jar=arenas)
              --documents  how many are indexed (default: 50000)
              --threads    threads that add documents, as many that search (default: 4)
              --seconds    how long searching is measured (default: 10)
            """;

    private final ExampleJdk jdk;
    private final String agent;
    private final int documents;
    private final int threads;
    private final int seconds;
    private final Table table = new Table(36)
            .column("indexed, s", "%,10.1f").column("queries/s", "%,12.0f").column("digest of hits", "%18s")
            .column("striped", "%9s");

    private ArenasExample(String[] args) {
        Options options = new Options(args, "--jdk", "--agent", "--documents", "--threads", "--seconds");
        documents = options.number("--documents", 50_000);
        threads = options.number("--threads", 4);
        seconds = options.number("--seconds", 10);
        agent = options.agent("arenas");
        jdk = options.jdk();
    }

    /** Exit code 0: measured; 1: the results differ; 2: wrong usage; 3: a process failed. */
    public static void main(String[] args) {
        Example.main(ArenasExample.class, USAGE, () -> new ArenasExample(args).run());
    }

    private int run() throws IOException {
        System.out.printf("%,d documents, %d threads add and as many search, then %d s of search, %d processors%n%n",
                documents, threads, seconds, Runtime.getRuntime().availableProcessors());
        table.begin();
        String name = "JDK " + jdk.version();
        List<Search.Result> results = new ArrayList<>();
        results.add(measure(name + ", as it is", List.of()));
        results.add(measure(name + ", with Slipstream", List.of("-javaagent:" + agent + ",quiet")));
        results.add(measure(name + ", as it is, again", List.of()));
        boolean same = results.stream().map(Search.Result::digest).distinct().count() == 1;
        System.out.println(same ? "\nAll have found the same." : "\nThe results differ.");
        return same ? 0 : 1;
    }

    private Search.Result measure(String subject, List<String> options) throws IOException {
        List<String> all = new ArrayList<>(List.of("-Xmx1g", "--enable-native-access=ALL-UNNAMED"));
        all.addAll(options);
        try (ExampleJvm jvm = ExampleJvm.startQuiet(jdk, all, Search.class, documents, threads, seconds * 1_000L)) {
            Search.Result result = Search.Result.parse(jvm.lastLine());
            table.row(subject, result.indexSeconds(), result.queriesPerSecond(), result.digest(),
                    result.striped() < 0 ? "" : Long.toString(result.striped()));
            return result;
        }
    }
}
