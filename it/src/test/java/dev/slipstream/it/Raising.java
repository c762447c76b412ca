package dev.slipstream.it;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Whether threads may be raised here, which is up to who runs the tests; and JVMs that may not. */
final class Raising {
    private static final String[] DROPPED = {"setpriv", "--bounding-set", "-sys_nice", "--inh-caps", "-sys_nice"};

    private Raising() {
    }

    /** Asks the kernel, with nothing of ours. */
    static boolean isPermitted() throws IOException {
        Process process = new ProcessBuilder("nice", "-n", "-5", "nice").redirectError(ProcessBuilder.Redirect.DISCARD).start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim().equals("-5");
    }

    /** A JVM that may lower its threads and not raise them, like that of any user. Only root has the capability to lose. */
    static Jvm without(Jdk jdk) {
        Jvm jvm = Jvm.on(jdk).under("prlimit", "--nice=0:0");
        return System.getProperty("user.name").equals("root") ? jvm.under(DROPPED) : jvm;
    }
}
