package dev.slipstream.examples.priority;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * Load of a fixed number of customers. Each asks for an order, looks at it, and asks for the next. The load runs in its own
 * process, always on the same JDK, whichever JDK runs the shop.
 */
public final class Customers {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final long LOOK_MILLIS = 10;

    private final URI shop;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(TIMEOUT).build();
    private final Histogram micros = new ConcurrentHistogram(TIMEOUT.multipliedBy(2).toNanos() / 1_000, 3);
    private final LongAdder errors = new LongAdder();

    private Customers(URI shop) {
        this.shop = shop;
    }

    /** Result of a run. {@link #main} prints its {@link #toString}. */
    public record Result(double requestsPerSecond, double p50Millis, double p99Millis, double archivedPerSecond, long errors) {
        @Override
        public String toString() {
            return "%s %s %s %s %d".formatted(requestsPerSecond, p50Millis, p99Millis, archivedPerSecond, errors);
        }

        static Result parse(String line) {
            String[] words = line.split(" ");
            return new Result(Double.parseDouble(words[0]), Double.parseDouble(words[1]), Double.parseDouble(words[2]),
                    Double.parseDouble(words[3]), Long.parseLong(words[4]));
        }
    }

    /** Runs the load twice: first to warm up, then to measure. */
    public static Result run(URI shop, int customers, Duration warmUp, Duration measured)
            throws IOException, InterruptedException {
        new Customers(shop).run(customers, warmUp);
        return new Customers(shop).run(customers, measured);
    }

    private Result run(int customers, Duration duration) throws IOException, InterruptedException {
        try (client) {
            long archived = archived();
            long start = System.nanoTime();
            try (var executor = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
                for (int customer = 0; customer < customers; customer++) {
                    executor.execute(() -> {
                        try {
                            while (System.nanoTime() - start < duration.toNanos()) {
                                ask();
                                Thread.sleep(LOOK_MILLIS);
                            }
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    });
                }
            }
            double seconds = (System.nanoTime() - start) / 1e9;
            return new Result(micros.getTotalCount() / seconds, micros.getValueAtPercentile(50) / 1e3,
                    micros.getValueAtPercentile(99) / 1e3, (archived() - archived) / seconds, errors.sum());
        }
    }

    private long archived() throws IOException, InterruptedException {
        return Long.parseLong(client.send(request("/archived"), BodyHandlers.ofString()).body());
    }

    private HttpRequest request(String path) {
        return HttpRequest.newBuilder(shop.resolve(path)).timeout(TIMEOUT).build();
    }

    private void ask() throws InterruptedException {
        HttpRequest request = request("/orders/" + ThreadLocalRandom.current().nextInt(1, 1_000));
        long start = System.nanoTime();
        try {
            HttpResponse<byte[]> response = client.send(request, BodyHandlers.ofByteArray());
            if (response.statusCode() != 200) {
                errors.increment();
            } else {
                micros.recordValue((System.nanoTime() - start) / 1_000);
            }
        } catch (IOException e) {
            errors.increment();
        }
    }

    /**
     * Prints one {@link Result}.
     *
     * @param args address of the shop, customers, seconds to warm up, seconds to measure
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        System.out.println(run(URI.create(args[0]), Integer.parseInt(args[1]),
                Duration.ofSeconds(Long.parseLong(args[2])), Duration.ofSeconds(Long.parseLong(args[3]))));
    }
}
