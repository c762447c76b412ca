package dev.slipstream.examples.common;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Body of an example. The static methods serve all examples. */
@FunctionalInterface
public interface Example {
    /**
     * Reads the options and measures.
     *
     * @return the exit code, 0 or 1
     * @throws IllegalArgumentException if the usage is wrong
     * @throws IllegalStateException if a process failed
     */
    int run() throws IOException;

    /** Runs an example, and exits with its code unless that is 0; with 2 if the usage is wrong, and with 3 if a process failed. */
    static void main(Class<?> named, String usage, Example example) {
        int code;
        try {
            code = example.run();
        } catch (IllegalArgumentException e) {
            System.err.println(named.getSimpleName() + ": " + e.getMessage() + "\n" + usage);
            code = 2;
        } catch (IOException | IllegalStateException e) {
            System.err.println(named.getSimpleName() + ": " + e.getMessage());
            code = 3;
        }
        if (code != 0) {
            System.exit(code);
        }
    }

    /** Makes a process end with this JVM, for Ctrl-C; otherwise the process has ended by then. */
    static void endWithThisJvm(Process process) {
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    }

    /** Waits until standard input ends. */
    static void awaitEndOfInput() throws IOException {
        System.in.transferTo(OutputStream.nullOutputStream());
    }

    /** Returns a free port of the loopback address. */
    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Deletes a folder and its content. */
    static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
