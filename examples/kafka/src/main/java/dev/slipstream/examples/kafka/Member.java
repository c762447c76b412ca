package dev.slipstream.examples.kafka;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import kafka.server.KafkaRaftServer;

/**
 * Broker of a {@link Cluster}, in a JVM of its own. The argument is the file of its settings. Prints a line as soon as it serves, and ends
 * with its standard input.
 */
final class Member {
    private static final long ENDING_MILLIS = 240_000;

    private Member() {}

    public static void main(String[] args) throws IOException {
        KafkaRaftServer server = Broker.start(Path.of(args[0]));
        System.out.println("serving");
        System.in.transferTo(OutputStream.nullOutputStream());
        Thread limit = new Thread(Member::endAnyway);
        limit.setDaemon(true);
        limit.start();
        server.shutdown();
        server.awaitShutdown();
    }

    /** Without the controller, a broker waits long for its leave. */
    private static void endAnyway() {
        try {
            Thread.sleep(ENDING_MILLIS);
        } catch (InterruptedException e) {
            // Ends at once.
        }
        Runtime.getRuntime().halt(1);
    }
}
