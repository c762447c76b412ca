package dev.slipstream.cli.process;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** SIGQUIT, which {@code java.base} cannot send: by the shell, by a native call, or by the module {@code jdk.attach}. */
final class QuitSignal {
    private static final int NUMBER = 3;

    /** The first release with an API for native calls that is no preview. */
    private static final int NATIVE_CALLS_SINCE = 22;

    private QuitSignal() {}

    /**
     * Sends it.
     *
     * @throws IOException if the system refuses, or there is no way to send it; the message says what to do
     */
    static void send(long pid) throws IOException {
        Process shell;
        try {
            shell = new ProcessBuilder("sh", "-c", "kill -QUIT " + pid).redirectErrorStream(true).start();
        } catch (IOException noShell) {
            sendOtherwise(pid);
            return;
        }
        String said = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        try {
            if (shell.waitFor() != 0) {
                throw new IOException("it cannot be signalled: " + said);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("stopped", e);
        }
    }

    private static void sendOtherwise(long pid) throws IOException {
        if (Runtime.version().feature() >= NATIVE_CALLS_SINCE) {
            call(pid);
        } else if (OwnRuntime.has(JdkAttach.MODULE)) {
            JdkAttach.signal(pid);
        } else {
            throw new IOException(
                    "it cannot be signalled: this system has no shell, and this Java runtime lacks jdk.attach; start the JVM with"
                            + " -XX:+StartAttachListener, or run slipstream in a debug container that has a shell");
        }
    }

    /** Calls the C library's {@code kill}, by reflection, since this class is compiled for a release without that API. */
    private static void call(long pid) throws IOException {
        try {
            Class<?> linkers = type("Linker");
            Object linker = linkers.getMethod("nativeLinker").invoke(null);
            Object symbols = linkers.getMethod("defaultLookup").invoke(linker);
            Object kill =
                    ((Optional<?>) type("SymbolLookup").getMethod("find", String.class).invoke(symbols, "kill")).orElseThrow();
            Object number = type("ValueLayout").getField("JAVA_INT").get(null);
            Object numbers = Array.newInstance(type("MemoryLayout"), 2);
            Array.set(numbers, 0, number);
            Array.set(numbers, 1, number);
            Object shape = type("FunctionDescriptor").getMethod("of", type("MemoryLayout"), numbers.getClass()).invoke(null,
                    number, numbers);
            Object none = Array.newInstance(type("Linker$Option"), 0);
            MethodHandle call = (MethodHandle) linkers
                    .getMethod("downcallHandle", type("MemorySegment"), type("FunctionDescriptor"), none.getClass())
                    .invoke(linker, kill, shape, none);
            if ((int) call.invoke((int) pid, NUMBER) != 0) {
                throw new IOException("it cannot be signalled: the system refuses");
            }
        } catch (IOException refused) {
            throw refused;
        } catch (Throwable e) {
            throw new IOException("it cannot be signalled: " + e, e);
        }
    }

    private static Class<?> type(String name) throws ClassNotFoundException {
        return Class.forName("java.lang.foreign." + name);
    }
}
