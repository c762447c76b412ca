package dev.slipstream.examples.load;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

/** Customers of a bank, who pay in turn into each account, or ask what is in it. */
public final class Customers implements Load.Operation {
    public static final int PER_SECOND = 200;
    public static final int ACCOUNTS = 256;
    private static final int COUNT = 16;

    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String bank;
    private final String answer;

    private Customers(int port, boolean onlyAsk) {
        bank = "http://127.0.0.1:" + port + (onlyAsk ? "/balance/" : "/pay/");
        answer = onlyAsk ? "0" : "paid";
    }

    /** Starts them. One asks alone: the time that many take on one processor depends on who happens to wait for whom. */
    public static void start(Load load, int port) {
        load.start(load.onlyReads() ? 1 : COUNT, new Customers(port, load.onlyReads()));
    }

    @Override
    public void run(long number) throws IOException, InterruptedException {
        var response = client.send(HttpRequest.newBuilder(URI.create(bank + number % ACCOUNTS)).build(), BodyHandlers.ofString());
        Load.check(response.statusCode() == 200 && response.body().equals(answer), "a customer was answered by %d %s",
                response.statusCode(),
                response.body());
    }
}
