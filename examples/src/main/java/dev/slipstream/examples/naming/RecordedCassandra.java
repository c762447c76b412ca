package dev.slipstream.examples.naming;

import dev.slipstream.examples.common.ExampleJdk;
import dev.slipstream.examples.common.ExampleJvm;
import java.nio.file.Path;
import java.util.List;

/**
 * Runs Cassandra under load and has it record itself, with the JDK's own settings.
 *
 * <p>Arguments: the command {@code java} of a JDK 17, the folder with Cassandra's jars in {@code target/lib}, the file for the recording,
 * how many seconds to warm up, and how many to record. Prints the number of queries per second.
 */
public final class RecordedCassandra {
    private static final int USERS = 32;

    private RecordedCassandra() {}

    public static void main(String[] args) throws Exception {
        long warmUp = Long.parseLong(args[3]);
        long seconds = Long.parseLong(args[4]);
        // The delay counts from the JVM's start, the warm-up from the first answer.
        String recording = "-XX:StartFlightRecording:settings=profile,filename=" + args[2] + ",delay=" + warmUp + "s,duration="
                + seconds + "s";
        List<String> forLoad = List.of("--sun-misc-unsafe-memory-access=allow", "--enable-native-access=ALL-UNNAMED");
        try (Cassandra server = Cassandra.start(Path.of(args[0]), Path.of(args[1]), List.of(recording));
                ExampleJvm load =
                        ExampleJvm.start(ExampleJdk.here(), forLoad, Queries.class, server.port(), USERS, warmUp, seconds)) {
            load.line();
            System.out.println("queries=" + Queries.Result.parse(load.line()).queriesPerSecond());
        }
    }
}
