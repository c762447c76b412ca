package dev.slipstream.it.common;

import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.Jdk;
import dev.slipstream.testkit.Jvm;
import dev.slipstream.testkit.Running;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Runs diagnoses by the packaged command line. */
public final class Diagnosing {
    private Diagnosing() {
    }

    /** Starts a diagnosis. */
    public static Running start(String... args) throws IOException {
        // A process started in the background ignores Ctrl-C, and its children inherit that. A JVM then keeps ignoring it.
        List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT",
                Jdk.current().java().toString(),
                "--sun-misc-unsafe-memory-access=allow", "-jar", Jvm.JAR.toString(), "diagnose"));
        command.addAll(List.of(args));
        return Running.start(new ProcessBuilder(command));
    }

    /** Runs a diagnosis to its end. */
    public static Ended run(String... args) throws IOException, InterruptedException {
        return start(args).end();
    }
}
