package dev.slipstream.it.common;

import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Runs the packaged command line. */
public final class Tool {
    private Tool() {}

    /** Runs a command to its end, on the JDK that runs the tests. C2 would take a third of its time, and not pay. */
    public static Ended run(String... args) throws IOException, InterruptedException {
        return run(List.of(TestJdk.current().java().toString(), "-XX:TieredStopAtLevel=1",
                "--sun-misc-unsafe-memory-access=allow"), args);
    }

    /** Runs a command to its end, on another JDK. */
    public static Ended runOn(TestJdk jdk, String... args) throws IOException, InterruptedException {
        return run(List.of(jdk.java().toString()), args);
    }

    /** Starts a command, which gets Ctrl-C as in a terminal. */
    public static Running start(String... args) throws IOException {
        // A process started in the background ignores Ctrl-C, and its children inherit that. A JVM then keeps ignoring it.
        List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT", TestJdk.current().java().toString(),
                "--sun-misc-unsafe-memory-access=allow", "-jar", ForkedJvm.JAR.toString()));
        command.addAll(List.of(args));
        return Running.start(new ProcessBuilder(command));
    }

    /** Returns a command as the command line prints it when it runs on a JDK as here. */
    public static String typed(TestJdk jdk, String arguments) {
        return jdk.java() + " -jar " + ForkedJvm.JAR + " " + arguments;
    }

    private static Ended run(List<String> java, String... args) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(java);
        command.addAll(List.of("-jar", ForkedJvm.JAR.toString()));
        command.addAll(List.of(args));
        return Running.start(new ProcessBuilder(command)).end();
    }
}
