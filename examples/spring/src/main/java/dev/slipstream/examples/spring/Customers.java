package dev.slipstream.examples.spring;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Customers who pay at a fixed rate, in turn into each account. */
final class Customers {
    private static final int CUSTOMERS = 16;

    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ExecutorService threads = Executors.newFixedThreadPool(CUSTOMERS);
    private final AtomicLong next = new AtomicLong();
    private final int port;
    private final long start = System.nanoTime();
    private final long nanosBetween;
    private volatile boolean ended;
    private final AtomicLong paid = new AtomicLong();
    private volatile Exception failure;

    Customers(int port, int perSecond) {
        this.port = port;
        nanosBetween = 1_000_000_000L / perSecond;
        for (int i = 0; i < CUSTOMERS; i++) {
            threads.execute(this::run);
        }
    }

    private void run() {
        try {
            while (!ended) {
                long number = next.getAndIncrement();
                long due = start + number * nanosBetween;
                TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
                pay((int) (number % Bank.ACCOUNTS));
            }
        } catch (IOException | InterruptedException e) {
            failure = e;
        }
    }

    private void pay(int account) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/pay/" + account)).build();
        var response = client.send(request, BodyHandlers.ofString());
        if (response.statusCode() != 200 || !response.body().equals("paid")) {
            throw new IOException(response.statusCode() + " " + response.body());
        }
        paid.incrementAndGet();
    }

    /** Ends, and returns the number of payments. */
    long end() throws Exception {
        ended = true;
        threads.shutdown();
        threads.awaitTermination(1, TimeUnit.MINUTES);
        if (failure != null) {
            throw failure;
        }
        return paid.get();
    }
}
