package dev.slipstream.it.metrics;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** Metrics page of a JVM on a port of the loopback address. */
record Page(int port) {
    /** Returns a page on a port that is free now. */
    static Page onAFreePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return new Page(socket.getLocalPort());
        }
    }

    /** Returns the content, or an empty text while no server listens yet. */
    String read() {
        return read("/metrics");
    }

    /** Returns the content of another path, or an empty text while no server listens yet. */
    String read(String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
        } catch (ConnectException e) {
            return "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
