package dev.slipstream.examples.fleet;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.slipstream.examples.common.Example;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Prometheus server on the loopback address, with a copy of the configuration in {@code examples/fleet}. */
final class Prometheus implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path log;
    private final int port = Example.freePort();
    private final Process process;
    private final HttpClient client = HttpClient.newHttpClient();

    /**
     * Starts the server and waits until it answers.
     *
     * @param command the program
     * @param configuration the folder with prometheus.yml and the rules
     * @param folder a folder for the server's files
     * @param targets the ports to watch, with their tracks
     */
    Prometheus(Path command, Path configuration, Path folder, Map<Integer, String> targets) throws IOException {
        log = folder.resolve("prometheus.log");
        // Scrapes and evaluates each second.
        String settings = Files.readString(configuration.resolve("prometheus.yml")).replace(": 15s", ": 1s");
        Files.writeString(folder.resolve("prometheus.yml"), settings);
        Files.copy(configuration.resolve("alerts.yml"), folder.resolve("alerts.yml"));
        List<String> groups = new ArrayList<>();
        targets.forEach((target, track) -> groups.add(
                "{\"targets\": [\"127.0.0.1:%d\"], \"labels\": {\"app\": \"orders\", \"track\": \"%s\"}}"
                        .formatted(target, track)));
        Files.writeString(folder.resolve("targets.json"), groups.toString());
        process = new ProcessBuilder(command.toString(), "--config.file=" + folder.resolve("prometheus.yml"),
                "--storage.tsdb.path=" + folder.resolve("data"), "--web.listen-address=127.0.0.1:" + port)
                .redirectErrorStream(true).redirectOutput(Redirect.to(log.toFile())).start();
        Example.endWithThisJvm(process);
        await("Prometheus to be ready", () -> get("/-/ready").statusCode() == 200);
    }

    int port() {
        return port;
    }

    /** Returns the series that a query finds, with their present values. */
    List<Sample> query(String expression) throws IOException {
        List<Sample> samples = new ArrayList<>();
        String path = "/api/v1/query?query=" + URLEncoder.encode(expression, StandardCharsets.UTF_8);
        for (JsonElement each : data(path).getAsJsonArray("result")) {
            JsonObject series = each.getAsJsonObject();
            samples.add(new Sample(series.getAsJsonObject("metric"), series.getAsJsonArray("value").get(1).getAsDouble()));
        }
        return samples;
    }

    /** Returns the names of all alerts. */
    List<String> rules() throws IOException {
        List<String> names = new ArrayList<>();
        for (JsonElement group : data("/api/v1/rules").getAsJsonArray("groups")) {
            for (JsonElement rule : group.getAsJsonObject().getAsJsonArray("rules")) {
                names.add(rule.getAsJsonObject().get("name").getAsString());
            }
        }
        return names;
    }

    /** Returns the pending and firing alerts, with their states. */
    List<String> alerts() throws IOException {
        List<String> alerts = new ArrayList<>();
        for (JsonElement each : data("/api/v1/alerts").getAsJsonArray("alerts")) {
            JsonObject alert = each.getAsJsonObject();
            alerts.add(alert.getAsJsonObject("labels").get("alertname").getAsString() + " " + alert.get("state").getAsString());
        }
        return alerts;
    }

    /**
     * Waits for a condition.
     *
     * @throws IllegalStateException if the condition does not hold in time
     */
    void await(String what, Condition condition) throws IOException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            IOException unanswered = null;
            try {
                if (condition.holds()) {
                    return;
                }
            } catch (ConnectException e) {
                // The server does not listen at once.
                unanswered = e;
            }
            if (System.nanoTime() > end || !process.isAlive()) {
                throw new IllegalStateException("waited in vain for " + what + "\n" + Files.readString(log), unanswered);
            }
            try {
                Thread.sleep(100);
            } catch (InterruptedException e) {
                throw new InterruptedIOException();
            }
        }
    }

    private JsonObject data(String path) throws IOException {
        HttpResponse<String> response = get(path);
        if (response.statusCode() != 200) {
            throw new IllegalStateException("Prometheus answers " + response.body());
        }
        return JsonParser.parseString(response.body()).getAsJsonObject().getAsJsonObject("data");
    }

    private HttpResponse<String> get(String path) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).timeout(PATIENCE).build();
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (InterruptedException e) {
            throw new InterruptedIOException();
        }
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
        client.close();
    }

    /** Condition to wait for. */
    @FunctionalInterface
    interface Condition {
        boolean holds() throws IOException;
    }

    /**
     * Series with its present value.
     *
     * @param labels the labels of the series
     * @param value the value
     */
    record Sample(JsonObject labels, double value) {
        String label(String name) {
            return labels.has(name) ? labels.get(name).getAsString() : "";
        }
    }
}
