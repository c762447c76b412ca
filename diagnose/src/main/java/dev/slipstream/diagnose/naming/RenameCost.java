package dev.slipstream.diagnose.naming;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * The time of a rename relative to its system call. It depends on the JDK, the length of the name, and how fast the machine enters
 * its kernel: on three machines, the part outside the system call was 0.75, 1.11, and 1.62 times the system call with JDK 25. With
 * JDK 28 it was less by 0.32, 0.36, and 0.26, so the difference between two JDKs is taken as the same on every machine.
 *
 * @param machine what this machine adds to the published part outside the system call; 0 if it was not measured
 * @param isMeasured whether it was measured on this machine
 */
record RenameCost(double machine, boolean isMeasured) {
    /** Published cost: between the first two machines, each of which is a tenth off. */
    static final RenameCost PUBLISHED = new RenameCost(0, false);

    /** The first release with the newer truncation, which no longer prints the whole name. */
    private static final int SHORT_SINCE = 26;

    /** Length in characters of the longest names that were measured. */
    private static final double LONGEST_KNOWN = 200;

    /**
     * Length of the measurement: long, since the kernel may split user and system time by a clock of 100 to 250 ticks per second.
     * At 250, the standard error of the result is 7 %.
     */
    private static final long PROCESSOR_NANOS = 4_000_000_000L;

    private static final long LONGEST_NANOS = 8_000_000_000L;
    private static final long WARM_UP_NANOS = 200_000_000L;
    private static final int BATCH = 1_000;
    private static final String[] NAMES = {"select * from t1 where id = 47110", "select * from t2 where id = 47110"};

    /** Range of plausible measurements, as multiples of the published cost; a result outside it is discarded. */
    private static final double LEAST = 0.25;
    private static final double MOST = 4;

    private static RenameCost here;

    /**
     * Returns the cost on this machine, or the published one if it cannot be measured. Takes four seconds of processor time the first
     * time, eight seconds at most.
     *
     * @param before called before it is measured
     */
    static synchronized RenameCost here(Runnable before) {
        if (here == null) {
            before.run();
            here = measure();
        }
        return here;
    }

    /** Renames a thread. */
    private static RenameCost measure() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        if (!threads.isCurrentThreadCpuTimeSupported() || !threads.isThreadCpuTimeEnabled()) {
            return PUBLISHED;
        }
        Thread self = Thread.currentThread();
        String name = self.getName();
        try {
            rename(self, threads, WARM_UP_NANOS);
            long processor = -threads.getCurrentThreadCpuTime();
            long user = -threads.getCurrentThreadUserTime();
            rename(self, threads, PROCESSOR_NANOS);
            user += threads.getCurrentThreadUserTime();
            processor += threads.getCurrentThreadCpuTime();
            double besides = user / (double) (processor - user);
            double published = besides(Runtime.version().feature(), NAMES[0].length());
            return besides >= LEAST * published && besides <= MOST * published ? new RenameCost(besides - published, true)
                    : PUBLISHED;
        } finally {
            self.setName(name);
        }
    }

    private static void rename(Thread self, ThreadMXBean threads, long nanos) {
        long enough = threads.getCurrentThreadCpuTime() + nanos;
        long late = System.nanoTime() + LONGEST_NANOS;
        while (threads.getCurrentThreadCpuTime() < enough && System.nanoTime() - late < 0) {
            for (int i = 0; i < BATCH; i++) {
                self.setName(NAMES[i & 1]);
            }
        }
    }

    /** Returns the published part outside the system call, relative to the system call. */
    private static double besides(int feature, double length) {
        double at = Math.min(LONGEST_KNOWN, length);
        return feature >= SHORT_SINCE ? 0.43 + 0.0034 * at : 0.454 + 0.0130 * at;
    }

    /** Returns the time of a rename to a name of the given length on a JDK, relative to its system call. */
    double factor(int feature, double length) {
        double published = besides(feature, length);
        return 1 + Math.max(LEAST * published, published + machine);
    }

    /** Returns the source of the cost, for a text. */
    String source() {
        return isMeasured ? "measured here" : "measured by Slipstream's authors on two machines";
    }
}
