package dev.slipstream.runtime.priority;

import dev.slipstream.priority.Level;
import dev.slipstream.priority.Permission;
import dev.slipstream.runtime.threads.Daemon;
import java.io.IOException;

/** Finds out what this process may do to its threads' native priorities. */
public final class Permissions {
    private static final int CAP_SYS_NICE = 23;
    private static final String CAPABILITIES = "CapEff:";

    private Permissions() {}

    /** Asks the kernel, on a thread that then ends. */
    public static Permission ofThisProcess() {
        if (Kernel.whyNot() != null) {
            return new Permission("unsupported: " + Kernel.whyNot(), 0, 0, false, "", "");
        }
        Probe probe = new Probe();
        Daemon.runToEnd("slipstream-probe", probe);
        if (!probe.canLower) {
            String why = probe.failure == null ? "the kernel refuses setpriority" : probe.failure.toString();
            return new Permission("unsupported: ".concat(why), probe.nice, probe.nice, false, "", "");
        }
        String others = ThreadIds.whyNot();
        return new Permission("", probe.nice, probe.smallest, probe.canRestore,
                probe.smallest == Level.MOST_FAVOURED && probe.canRestore ? "" : whyRaisingIsLimited(),
                others == null ? "" : others);
    }

    /** Returns why this process may not raise threads freely. */
    public static String whyRaisingIsLimited() {
        int byLimit = Kernel.smallestNiceByLimit();
        String limit = byLimit > Level.LEAST_FAVOURED ? "its RLIMIT_NICE permits none"
                : "its RLIMIT_NICE permits nice values from " + byLimit + " on";
        return hasCapability()
                ? "CAP_SYS_NICE counts in its container only, and " + limit
                : "the process has not got CAP_SYS_NICE, and " + limit;
    }

    private static boolean hasCapability() {
        try {
            for (String line : KernelFile.lines("/proc/thread-self/status")) {
                if (line.startsWith(CAPABILITIES)) {
                    return (Long.parseUnsignedLong(line.substring(CAPABILITIES.length()).trim(), 16) >> CAP_SYS_NICE & 1) != 0;
                }
            }
            return false;
        } catch (IOException noProc) {
            return false;
        }
    }

    /**
     * Probe of what is permitted, which tries it on a thread that then ends. The capability alone does not tell: that of a
     * container's user namespace has no effect here.
     */
    private static final class Probe implements Runnable {
        private volatile int nice;
        private volatile int smallest;
        private volatile boolean canLower;
        private volatile boolean canRestore;
        private volatile OutOfMemoryError failure;

        @Override
        public void run() {
            try {
                probe();
            } catch (OutOfMemoryError e) {
                failure = e;
            }
        }

        private void probe() {
            int own = Kernel.nice(Kernel.SELF);
            int reached = own;
            int byLimit = Kernel.smallestNiceByLimit();
            if (Kernel.setNice(Kernel.SELF, Level.MOST_FAVOURED)) {
                reached = Level.MOST_FAVOURED;
            } else if (byLimit < own && Kernel.setNice(Kernel.SELF, byLimit)) {
                reached = byLimit;
            }
            // The kernel always permits that, but a seccomp filter, such as a container's, may not.
            canLower = Kernel.setNice(Kernel.SELF, Level.LEAST_FAVOURED);
            canRestore = Kernel.setNice(Kernel.SELF, own);
            smallest = reached;
            nice = own;
        }
    }
}
