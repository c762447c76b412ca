package dev.slipstream.examples.buffering;

import dev.slipstream.examples.buffering.Log.Way;
import dev.slipstream.examples.common.Example;
import dev.slipstream.examples.common.ExampleJdk;
import dev.slipstream.examples.common.ExampleJvm;
import dev.slipstream.examples.common.Options;
import dev.slipstream.examples.common.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes and reads a log of measurements four times, each in its own process: without a buffer, with java.io's, with the library's,
 * and with java.io's again, to show the noise. Then tells whether all have read the same. Ends by itself and leaves nothing behind.
 */
public final class BufferingExample {
    private static final String USAGE =
            """
            usage: BufferingExample [--jdk HOME] [--measurements N]
              --jdk           the JDK under test, 21 or newer (default: the one that runs this)
              --measurements  how many are written and read, about 10 bytes each (default: 300000)
            """;

    private final ExampleJdk jdk;
    private final int measurements;
    private final Table table = new Table(40)
            .column("written, ns", "%,12.1f").column("read, ns", "%,12.1f").column("digest", "%18s");

    private BufferingExample(String[] args) {
        Options options = new Options(args, "--jdk", "--measurements");
        measurements = options.number("--measurements", 300_000);
        jdk = options.jdk();
    }

    /** Exit code 0: measured; 1: the results differ; 2: wrong usage; 3: a process failed. */
    public static void main(String[] args) {
        Example.main(BufferingExample.class, USAGE, () -> new BufferingExample(args).run());
    }

    private int run() throws IOException {
        System.out.printf("%,d measurements, a byte at a time; times of one%n%n", measurements);
        table.begin();
        String name = "JDK " + jdk.version();
        List<Log.Result> results = new ArrayList<>();
        results.add(measure(name + ", no buffer", Way.NOTHING));
        results.add(measure(name + ", java.io's buffer", Way.JAVA));
        results.add(measure(name + ", the library's", Way.LIBRARY));
        results.add(measure(name + ", java.io's buffer, again", Way.JAVA));
        boolean same = results.stream().map(Log.Result::digest).distinct().count() == 1;
        System.out.println(same ? "\nAll have read the same." : "\nThe results differ.");
        return same ? 0 : 1;
    }

    private Log.Result measure(String subject, Way way) throws IOException {
        try (ExampleJvm jvm = ExampleJvm.start(jdk, List.of(), Log.class, way, measurements)) {
            Log.Result result = Log.Result.parse(jvm.lastLine());
            table.row(subject, result.writeNanos(), result.readNanos(), result.digest());
            return result;
        }
    }
}
