package dev.slipstream.it.program.naming;

import dev.slipstream.it.program.common.Failing;
import dev.slipstream.it.program.common.Faults;
import dev.slipstream.it.program.common.NativeName;
import dev.slipstream.it.program.common.StackEnd;
import dev.slipstream.it.program.common.UntilNoneFails;
import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The native name follows a rename after one that could not be completed. */
public final class NamingFaults implements Faults {
    private static final int NAMES = 500;
    private static final int RENAMES = 30;
    private static final long PATIENCE_NANOS = 10_000_000_000L;

    @Override
    public String differsAtStackEnd(int which) throws IOException, InterruptedException {
        String[] names = new String[NAMES];
        for (int i = 0; i < NAMES; i++) {
            names[i] = which + "-" + i;
        }
        Thread thread = Thread.currentThread();
        for (int i = 0; i < 20; i++) {
            thread.setName(names[i]);
        }
        // The publisher is awake in half of the runs, and asleep in the others.
        Thread.sleep(which % 4 < 2 ? 20 : 1_300);
        int[] next = {0};
        StackEnd.recurse(() -> thread.setName(names[next[0]++ % NAMES]), which);
        thread.setName("own" + which);
        return follows("own" + which) ? null : "the native name of " + thread.getName() + " is " + NativeName.own();
    }

    private static boolean follows(String name) throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (!NativeName.own().equals(name) && System.nanoTime() - end < 0) {
            Thread.sleep(1);
        }
        return NativeName.own().equals(name);
    }

    @Override
    public String failAllocations() throws Exception {
        return UntilNoneFails.on(NamingFaults::rename, false);
    }

    /** The name that a thread gives itself when an allocation has failed is its last. */
    private static String rename(int others) throws IOException, InterruptedException {
        Thread thread = Thread.currentThread();
        String name = "";
        Failing.after(others);
        for (int i = 0; i < RENAMES && Failing.latest() == null; i++) {
            name = others + "-" + i;
            thread.setName(name);
            if (thread.getName() != name) {
                return "the name is " + thread.getName() + ", not " + name;
            }
        }
        Failing.end();
        if (!follows(name)) {
            return "the native name is " + NativeName.own() + ", not " + name;
        }
        for (int i = 0; i < RENAMES; i++) {
            name = others + "_" + i;
            thread.setName(name);
        }
        return follows(name) ? null : "the native name is " + NativeName.own() + ", not " + name + " later";
    }

    /** Renames a thread so often that the publisher writes its last name. */
    @Override
    public Callable<String> hold() throws Exception {
        String name = "held-" + Failing.failures();
        ExecutorService thread = Executors.newSingleThreadExecutor();
        thread.submit(() -> {
            for (int i = 0; i < RENAMES; i++) {
                Thread.currentThread().setName("held");
            }
            Thread.currentThread().setName(name);
        }).get();
        return () -> {
            boolean follows = thread.submit(() -> follows(name)).get();
            thread.shutdown();
            return follows ? null : "the native name is not " + name;
        };
    }
}
