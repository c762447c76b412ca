package dev.slipstream.examples.pinning;

import dev.slipstream.examples.common.Example;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * Load of a fixed number of users. Each asks for a random order, and for the next as soon as the answer is there. The load runs in
 * its own process, on the same JDK for every service, so that only the service differs.
 *
 * <p>Such a closed loop favours a slow service: no user arrives while all wait. An open loop (arrivals at a fixed rate) would show
 * an ever-growing queue instead of a number.
 */
public final class Load {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final URI service;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(TIMEOUT).build();
    private final Histogram micros = new ConcurrentHistogram(TIMEOUT.multipliedBy(2).toNanos() / 1_000, 3);
    private final LongAdder errors = new LongAdder();

    private Load(URI service) {
        this.service = service;
    }

    /** Result of a run. {@link #main} prints its {@link #toString}. */
    public record Result(double requestsPerSecond, double p50Millis, double p99Millis, long errors) {
        @Override
        public String toString() {
            return "%s %s %s %d".formatted(requestsPerSecond, p50Millis, p99Millis, errors);
        }

        /** Parses the line. */
        public static Result parse(String line) {
            String[] words = line.split(" ");
            return new Result(Double.parseDouble(words[0]), Double.parseDouble(words[1]), Double.parseDouble(words[2]),
                    Long.parseLong(words[3]));
        }
    }

    /** Runs the load twice: first to warm up, then to measure. */
    public static Result run(URI service, int users, Duration warmUp, Duration measured) {
        new Load(service).run(users, warmUp);
        return new Load(service).run(users, measured);
    }

    private Result run(int users, Duration duration) {
        long start = System.nanoTime();
        try (client; var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int user = 0; user < users; user++) {
                executor.execute(() -> {
                    while (System.nanoTime() - start < duration.toNanos()) {
                        ask();
                    }
                });
            }
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        return new Result(micros.getTotalCount() / seconds, micros.getValueAtPercentile(50) / 1e3,
                micros.getValueAtPercentile(99) / 1e3, errors.sum());
    }

    private void ask() {
        int id = ThreadLocalRandom.current().nextInt(1, 1_000);
        HttpRequest request = HttpRequest.newBuilder(service.resolve("/orders/" + id)).timeout(TIMEOUT).build();
        long start = System.nanoTime();
        try {
            if (client.send(request, BodyHandlers.ofString()).statusCode() != 200) {
                errors.increment();
            } else {
                micros.recordValue((System.nanoTime() - start) / 1_000);
            }
        } catch (IOException e) {
            errors.increment();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Prints one {@link Result}; with {@code again}, one after the other until standard input ends.
     *
     * @param args address of the service, users, seconds to warm up, seconds to measure, and perhaps {@code again}
     */
    public static void main(String[] args) {
        URI service = URI.create(args[0]);
        int users = Integer.parseInt(args[1]);
        Duration measured = Duration.ofSeconds(Long.parseLong(args[3]));
        boolean again = args.length > 4;
        if (again) {
            Thread.ofPlatform().daemon().start(Load::endWithInput);
        }
        System.out.println(run(service, users, Duration.ofSeconds(Long.parseLong(args[2])), measured));
        while (again) {
            System.out.println(new Load(service).run(users, measured));
        }
    }

    private static void endWithInput() {
        try {
            Example.awaitEndOfInput();
        } catch (IOException e) {
            // Counts as the end of the input.
        }
        System.exit(0);
    }
}
