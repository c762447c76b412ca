package dev.slipstream.examples.naming;

import dev.slipstream.examples.common.Example;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Cassandra of one node, with its own process and temporary folder, on the loopback address only. The configuration is the default
 * except for addresses, folders and the size of the heap.
 */
final class Cassandra implements AutoCloseable {
    private static final Duration STARTING = Duration.ofSeconds(90);

    private final Process process;
    private final Path folder;
    private final InetSocketAddress address;

    private Cassandra(Process process, Path folder, InetSocketAddress address) {
        this.process = process;
        this.folder = folder;
        this.address = address;
    }

    /**
     * Starts the server and waits until it accepts connections.
     *
     * @param java the command {@code java} of a JDK 17
     * @param home the folder with the jars in {@code target/lib}, the configuration and {@code java.options}
     * @param options further options of the JVM
     * @throws IllegalStateException if the server ends or takes too long
     */
    static Cassandra start(Path java, Path home, List<String> options) throws IOException {
        Path folder = Files.createTempDirectory("cassandra");
        int port = Example.freePort();
        String configuration = Files.readString(home.resolve("src/main/resources/cassandra.yaml"));
        Files.writeString(folder.resolve("cassandra.yaml"), configuration.formatted(Example.freePort(), port, folder));
        List<String> command = new ArrayList<>(List.of(java.toString(), "-Xms1g", "-Xmx1g"));
        command.add("@" + home.resolve("java.options"));
        command.addAll(options);
        command.add("-Dcassandra.config=" + folder.resolve("cassandra.yaml").toUri());
        command.add("-Dcassandra.storagedir=" + folder);
        command.add("-Dlogback.configurationFile=" + home.resolve("src/main/resources/logback.xml"));
        command.addAll(List.of("-cp", home.resolve("target/lib") + "/*", "org.apache.cassandra.service.CassandraDaemon"));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true).redirectOutput(folder.resolve("log").toFile()).start();
        Example.endWithThisJvm(process);
        Cassandra started = new Cassandra(process, folder, new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        started.waitUntilItAnswers();
        return started;
    }

    private void waitUntilItAnswers() throws IOException {
        long start = System.nanoTime();
        while (!answers()) {
            if (!process.isAlive() || System.nanoTime() - start > STARTING.toNanos()) {
                String log = Files.readString(folder.resolve("log"));
                close();
                throw new IllegalStateException("Cassandra does not start:\n" + log);
            }
        }
    }

    private boolean answers() throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(address);
            return true;
        } catch (java.net.ConnectException refused) {
            pause();
            return false;
        }
    }

    private void pause() {
        try {
            process.waitFor(200, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    int port() {
        return address.getPort();
    }

    long pid() {
        return process.pid();
    }

    /** Returns the processor time used so far. */
    Duration processorTime() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /** Ends the server and deletes its folder. */
    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        Example.delete(folder);
    }
}
