package dev.slipstream.lab.experiment.pinning;

import dev.slipstream.lab.machine.Processors;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * An HTTP server with a virtual thread for each connection, which is how Helidon 4 serves, and clients that each keep a connection
 * open. All use the loopback interface, and one processor: with more, a request takes twice as long while client and server are on
 * different ones, and the score is where the system happened to put them.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
public class HelloServer {
    private static final byte[] REQUEST = bytes("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    private static final byte[] RESPONSE = bytes("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello");

    /** The number of requests, by all clients together. */
    @Param("8000")
    public int requests;

    /** The number of clients. */
    @Param("4")
    public int connections;

    private final List<Socket> clients = new ArrayList<>();
    private ServerSocket server;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Binds the JVM to one processor, starts the server and connects the clients.
     *
     * @throws IOException if the JVM cannot be bound, or there is no loopback interface
     * @throws InterruptedException if interrupted
     */
    @Setup
    public void connect() throws IOException, InterruptedException {
        Processors.bindAllToOne();
        server = new ServerSocket(0, connections, InetAddress.getLoopbackAddress());
        VirtualThreads.start(this::accept);
        for (int i = 0; i < connections; i++) {
            Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
            client.setTcpNoDelay(true);
            clients.add(client);
        }
    }

    /**
     * Disconnects the clients and ends the server.
     *
     * @throws IOException if a connection cannot be closed
     */
    @TearDown
    public void disconnect() throws IOException {
        for (Socket client : clients) {
            client.close();
        }
        server.close();
    }

    private void accept() {
        try {
            while (true) {
                Socket connection = server.accept();
                connection.setTcpNoDelay(true);
                VirtualThreads.start(() -> serve(connection));
            }
        } catch (SocketException closed) {
            return;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void serve(Socket connection) {
        byte[] buffer = new byte[REQUEST.length];
        try (connection) {
            InputStream in = connection.getInputStream();
            OutputStream out = connection.getOutputStream();
            while (in.readNBytes(buffer, 0, buffer.length) == buffer.length) {
                out.write(RESPONSE);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Makes all requests, and waits for their responses.
     *
     * @return the number of responses
     * @throws InterruptedException if interrupted
     */
    @Benchmark
    public long run() throws InterruptedException {
        AtomicLong responses = new AtomicLong();
        List<Thread> threads = new ArrayList<>();
        for (Socket client : clients) {
            Thread thread = new Thread(() -> responses.addAndGet(request(client, requests / connections)));
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (responses.get() != requests) {
            throw new IllegalStateException("only " + responses + " of " + requests + " responses");
        }
        return responses.get();
    }

    private static int request(Socket client, int count) {
        byte[] buffer = new byte[RESPONSE.length];
        try {
            InputStream in = client.getInputStream();
            OutputStream out = client.getOutputStream();
            int responses = 0;
            for (int i = 0; i < count; i++) {
                out.write(REQUEST);
                responses += in.readNBytes(buffer, 0, buffer.length) == buffer.length ? 1 : 0;
            }
            return responses;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
