package dev.slipstream.cli.diagnose.source;

import dev.slipstream.cli.exit.Failure;
import dev.slipstream.cli.process.JvmProcess;
import dev.slipstream.cli.process.ProcessFolder;
import java.io.IOException;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * A file that a JVM may still write when the diagnosis no longer waits for it. It is kept small, so that the file system does not become
 * full, and deleted when the JVM is done. This goes on after the diagnosis has been printed, for a minute at most.
 */
final class LateFile {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final long TICK_MILLIS = 50;

    private final JvmProcess process;
    private final String folder;
    private final String name;
    private final BooleanSupplier done;
    private final int most;

    /**
     * Creates it.
     *
     * @param process the JVM's process
     * @param folder the folder of the file, an absolute path in the process
     * @param name the name of the file
     * @param done tells whether the JVM is done
     * @param most the size in bytes beyond which the file is emptied
     */
    LateFile(JvmProcess process, String folder, String name, BooleanSupplier done, int most) {
        this.process = process;
        this.folder = folder;
        this.name = name;
        this.done = done;
        this.most = most;
    }

    /** Keeps the file small from now on, until this process ends. */
    void start() {
        Thread keep = new Thread(() -> keepSmall(System.nanoTime() + PATIENCE.toNanos()), "late file");
        keep.setDaemon(true);
        keep.start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                keep.join();
            } catch (InterruptedException impatient) {
                Thread.currentThread().interrupt();
            }
        }, "late file, at the end"));
    }

    private void keepSmall(long end) {
        try (ProcessFolder open = ProcessFolder.open(process, folder)) {
            while (!done.getAsBoolean() && process.isAlive() && System.nanoTime() - end < 0) {
                open.limit(name, most);
                Thread.sleep(TICK_MILLIS);
            }
            open.delete(name);
        } catch (IOException e) {
            System.err.println("slipstream: a list of threads may be left in " + folder + ": " + Failure.describe(e));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
