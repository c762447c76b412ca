package dev.slipstream.examples.naming;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * Load of a fixed number of users. Each writes or reads a random row of a thousand, and the next as soon as the answer is there.
 * The load runs in its own process, always on the same JDK, whichever JDK runs the server.
 */
public final class Queries {
    private static final int ROWS = 1_000;
    private static final long LONGEST_MICROS = 60_000_000;

    private final CqlSession session;
    private final PreparedStatement write;
    private final PreparedStatement read;

    private Queries(CqlSession session) {
        this.session = session;
        session.execute("create keyspace if not exists example"
                + " with replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
        session.execute("create table if not exists example.orders (id int primary key, customer text)");
        write = session.prepare("insert into example.orders (id, customer) values (?, ?)");
        read = session.prepare("select customer from example.orders where id = ?");
    }

    /** Result of a run. {@link #main} prints its {@link #toString}. */
    record Result(double queriesPerSecond, double p50Millis, double p99Millis) {
        @Override
        public String toString() {
            return "%s %s %s".formatted(queriesPerSecond, p50Millis, p99Millis);
        }

        static Result parse(String line) {
            String[] words = line.split(" ");
            return new Result(Double.parseDouble(words[0]), Double.parseDouble(words[1]), Double.parseDouble(words[2]));
        }
    }

    private Result run(int users, Duration duration) {
        Histogram micros = new ConcurrentHistogram(LONGEST_MICROS, 3);
        long start = System.nanoTime();
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int user = 0; user < users; user++) {
                executor.execute(() -> {
                    while (System.nanoTime() - start < duration.toNanos()) {
                        long asked = System.nanoTime();
                        query();
                        micros.recordValue((System.nanoTime() - asked) / 1_000);
                    }
                });
            }
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        return new Result(micros.getTotalCount() / seconds, micros.getValueAtPercentile(50) / 1e3,
                micros.getValueAtPercentile(99) / 1e3);
    }

    private void query() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        int id = random.nextInt(ROWS);
        session.execute(random.nextBoolean() ? write.bind(id, "customer-" + id) : read.bind(id));
    }

    /**
     * Prints a line after the warm-up, and a {@link Result} after the measurement.
     *
     * @param args the server's port, users, seconds to warm up, seconds to measure
     */
    public static void main(String[] args) {
        Logger.getLogger("").setLevel(Level.WARNING);
        try (CqlSession session = CqlSession.builder()
                .addContactPoint(new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0])))
                .withLocalDatacenter("datacenter1").build()) {
            Queries queries = new Queries(session);
            int users = Integer.parseInt(args[1]);
            queries.run(users, Duration.ofSeconds(Long.parseLong(args[2])));
            System.out.println("warm");
            System.out.println(queries.run(users, Duration.ofSeconds(Long.parseLong(args[3]))));
        }
    }
}
