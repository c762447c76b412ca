package dev.slipstream.it.program.common;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Threads of this JVM. */
public final class Threads {
    /** Prefix that excludes the pool that the remedy's self-test has for a moment. */
    private static final String DEFAULT_POOL = "ForkJoinPool-1-";

    private Threads() {}

    /** Returns Slipstream's threads, found by name. */
    public static List<Thread> ofSlipstream() {
        List<Thread> found = new ArrayList<>();
        for (Thread thread : all()) {
            if (thread.getName().startsWith("slipstream")) {
                found.add(thread);
            }
        }
        return found;
    }

    /** Returns the number of carriers of the default scheduler of virtual threads. */
    public static int carriers() {
        int carriers = 0;
        for (Thread thread : all()) {
            ThreadGroup group = thread.getThreadGroup();
            if (group != null && group.getName().equals("CarrierThreads") && thread.getName().startsWith(DEFAULT_POOL)) {
                carriers++;
            }
        }
        return carriers;
    }

    private static List<Thread> all() {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) {
            root = root.getParent();
        }
        Thread[] threads = new Thread[10_000];
        return Arrays.asList(threads).subList(0, root.enumerate(threads));
    }
}
