package dev.slipstream.testkit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Permission to raise threads, which depends on the user who runs the tests, and JVMs without it. */
public final class Raising {
    private static final String[] DROPPED = {"setpriv", "--bounding-set", "-sys_nice", "--inh-caps", "-sys_nice"};

    private Raising() {}

    /** Asks the kernel, without any code of Slipstream. */
    public static boolean isPermitted() throws IOException {
        Process process = new ProcessBuilder("nice", "-n", "-5", "nice").redirectError(ProcessBuilder.Redirect.DISCARD).start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim().equals("-5");
    }

    /** Makes a JVM one that may lower its threads but not raise them, as any user's. */
    public static ForkedJvm without(ForkedJvm jvm) {
        jvm.under("prlimit", "--nice=0:0");
        return Rights.SYS_NICE.isOurs() ? jvm.under(DROPPED) : jvm;
    }
}
