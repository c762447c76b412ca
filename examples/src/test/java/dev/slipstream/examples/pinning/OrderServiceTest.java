package dev.slipstream.examples.pinning;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The service gives the right answers over loopback. Tests do not check speed. */
@Timeout(60)
class OrderServiceTest {
    private static OrderService service;

    @BeforeAll
    static void start() throws Exception {
        service = OrderService.start(4, 1);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @Test
    void findsAnOrder() throws Exception {
        HttpResponse<String> response = get("/orders/7");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(response.body()).isEqualTo("{\"id\":7,\"customer\":\"customer-7\",\"cents\":799}");
    }

    @Test
    void refusesWhatIsNoOrder() throws Exception {
        assertThat(get("/orders/1001").statusCode()).isEqualTo(404);
        assertThat(get("/orders/seven").statusCode()).isEqualTo(400);
        assertThat(get("/").statusCode()).isEqualTo(404);
    }

    @Test
    void everyUserOfALoadIsAnswered() {
        Load.Result result = Load.run(service.address(), 16, Duration.ZERO, Duration.ofMillis(500));
        assertThat(result.errors()).isZero();
        assertThat(result.requestsPerSecond()).isPositive();
        assertThat(result.p99Millis()).isGreaterThanOrEqualTo(result.p50Millis());
        assertThat(Load.Result.parse(result.toString())).isEqualTo(result);
    }

    private static HttpResponse<String> get(String path) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(service.address().resolve(path)).build(), BodyHandlers.ofString());
        }
    }
}
