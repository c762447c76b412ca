package dev.slipstream.cli.diagnose.source;

import java.io.IOException;
import java.nio.file.Path;
import jdk.jfr.Recording;

/** Recordings to read. */
final class Made {
    private static final int EVENTS = 200;

    private Made() {
    }

    /** A small one, of this JVM. */
    static Path recording(Path file) throws IOException {
        try (Recording recording = new Recording()) {
            recording.enable("jdk.JVMInformation");
            recording.enable("jdk.ThreadSleep").withoutThreshold().withStackTrace();
            recording.start();
            for (int i = 0; i < EVENTS; i++) {
                sleep();
            }
            recording.stop();
            recording.dump(file);
        }
        return file;
    }

    private static void sleep() {
        try {
            Thread.sleep(0, 1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
