package dev.slipstream.it.common;

import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.Running;
import java.io.IOException;
import java.util.stream.Stream;

/** Runs diagnoses by the packaged command line. */
public final class Diagnosing {
    private Diagnosing() {}

    /** Starts a diagnosis. */
    public static Running start(String... args) throws IOException {
        return Tool.start(Stream.concat(Stream.of("diagnose"), Stream.of(args)).toArray(String[]::new));
    }

    /** Runs a diagnosis to its end. */
    public static Ended run(String... args) throws IOException, InterruptedException {
        return start(args).end();
    }
}
