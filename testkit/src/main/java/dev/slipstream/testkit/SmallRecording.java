package dev.slipstream.testkit;

import java.io.IOException;
import java.nio.file.Path;
import jdk.jfr.Recording;

/** A small recording of this JVM. */
public final class SmallRecording {
    /** The number of events {@code jdk.ThreadSleep}. */
    public static final int SLEEPS = 200;

    private SmallRecording() {}

    /** Makes the recording, and returns its file. */
    public static Path make(Path file) throws IOException {
        try (Recording recording = new Recording()) {
            recording.enable("jdk.JVMInformation");
            recording.enable("jdk.ThreadSleep").withoutThreshold().withStackTrace();
            recording.start();
            for (int i = 0; i < SLEEPS; i++) {
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
