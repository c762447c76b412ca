package dev.slipstream.examples.priority;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The shop gives the right answers over loopback while jobs run. Tests do not check speed. */
@Timeout(60)
class ShopTest {
    private static Shop shop;

    @BeforeAll
    static void start() throws Exception {
        shop = Shop.start(2);
    }

    @AfterAll
    static void stop() throws Exception {
        shop.close();
    }

    @Test
    void answersWithACompressedOrder() throws Exception {
        HttpResponse<byte[]> response = get("/orders/7");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Encoding")).hasValue("gzip");
        try (var in = new GZIPInputStream(new ByteArrayInputStream(response.body()))) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo(Shop.order(7)).startsWith("{\"id\":7,\"lines\":[{");
        }
    }

    @Test
    void refusesWhatIsNoOrder() throws Exception {
        assertThat(get("/orders/seven").statusCode()).isEqualTo(404);
        assertThat(get("/").statusCode()).isEqualTo(404);
    }

    @Test
    void jobsRunOnThreadsOfPriorityOne() throws Exception {
        Customers.Result result = Customers.run(shop.address(), 4, Duration.ZERO, Duration.ofMillis(500));
        assertThat(result.errors()).isZero();
        assertThat(result.requestsPerSecond()).isPositive();
        assertThat(result.p99Millis()).isGreaterThanOrEqualTo(result.p50Millis());
        assertThat(result.archivedPerSecond()).isPositive();
        assertThat(Customers.Result.parse(result.toString())).isEqualTo(result);
        assertThat(Thread.getAllStackTraces().keySet()).filteredOn(thread -> thread.getName().startsWith("nightly_Worker"))
                .hasSize(2).allMatch(thread -> thread.getPriority() == Thread.MIN_PRIORITY);
    }

    private static HttpResponse<byte[]> get(String path) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(shop.address().resolve(path)).build(), BodyHandlers.ofByteArray());
        }
    }
}
