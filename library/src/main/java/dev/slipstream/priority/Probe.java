package dev.slipstream.priority;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Probe of what is permitted, which tries it on a thread that then ends. The capability alone does not tell: that of a container's
 * user namespace has no effect here.
 */
final class Probe implements Runnable {
    private static final int CAP_SYS_NICE = 23;
    private static final String CAPABILITIES = "CapEff:";

    private volatile int nice;
    private volatile int smallest;
    private volatile boolean canRestore;

    private Probe() {
    }

    static Permission permission() {
        if (Kernel.whyNot() != null) {
            return new Permission("unsupported: " + Kernel.whyNot(), 0, 0, false, "", "");
        }
        Probe probe = new Probe();
        Thread thread = new Thread(null, probe, "slipstream-probe", 0, false);
        thread.setDaemon(true);
        thread.start();
        Waiting.forEndOf(thread);
        String others = ThreadIds.whyNot();
        return new Permission("", probe.nice, probe.smallest, probe.canRestore,
                probe.smallest == Level.MOST_FAVOURED && probe.canRestore ? "" : whyNotRaised(), others == null ? "" : others);
    }

    @Override
    public void run() {
        int own = Kernel.nice(Kernel.SELF);
        int reached = own;
        int byLimit = Kernel.smallestNiceByLimit();
        if (Kernel.setNice(Kernel.SELF, Level.MOST_FAVOURED)) {
            reached = Level.MOST_FAVOURED;
        } else if (byLimit < own && Kernel.setNice(Kernel.SELF, byLimit)) {
            reached = byLimit;
        }
        Kernel.setNice(Kernel.SELF, Level.LEAST_FAVOURED);
        canRestore = Kernel.setNice(Kernel.SELF, own);
        smallest = reached;
        nice = own;
    }

    /** Returns why this process may not raise threads freely. */
    static String whyNotRaised() {
        int byLimit = Kernel.smallestNiceByLimit();
        String limit = byLimit > Level.LEAST_FAVOURED ? "its RLIMIT_NICE permits none"
                : "its RLIMIT_NICE permits nice values from " + byLimit + " on";
        return hasCapability()
                ? "CAP_SYS_NICE counts in its container only, and " + limit
                : "the process has not got CAP_SYS_NICE, and " + limit;
    }

    private static boolean hasCapability() {
        try {
            List<String> lines = Files.readAllLines(Path.of("/proc/thread-self/status"), StandardCharsets.ISO_8859_1);
            for (String line : lines) {
                if (line.startsWith(CAPABILITIES)) {
                    return (Long.parseUnsignedLong(line.substring(CAPABILITIES.length()).trim(), 16) >> CAP_SYS_NICE & 1) != 0;
                }
            }
            return false;
        } catch (IOException noProc) {
            return false;
        }
    }
}
