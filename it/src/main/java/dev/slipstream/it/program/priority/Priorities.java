package dev.slipstream.it.program.priority;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;

/** Threads that get every Java priority, in every possible way. Prints lines {@code what, Java priorities : nice values}. */
public final class Priorities {
    private Priorities() {}

    /** Runs the program. */
    public static void main(String[] args) throws Exception {
        everyPriority("before the start", thread -> thread, true);
        everyPriority("by itself", thread -> thread, false);
        everyPriority("by another", null, false);
        line("of a group", List.of(ofAGroup()));
        line("child, of itself lowered", children(1));
        line("pool", pool());
        ends();
        refuses();
        line("joined a pool of all", commonPool());
        System.out.println("ends");
    }

    private interface Who {
        NiceThread setter(NiceThread thread);
    }

    private static void everyPriority(String what, Who who, boolean before) throws Exception {
        StringBuilder java = new StringBuilder();
        StringBuilder nice = new StringBuilder();
        for (int i = Thread.MIN_PRIORITY; i <= Thread.MAX_PRIORITY; i++) {
            int priority = i;
            NiceThread thread = before ? NiceThread.started(i) : NiceThread.started(Thread.NORM_PRIORITY);
            if (!before && who != null) {
                who.setter(thread).call(() -> set(thread, priority));
            } else if (!before) {
                set(thread, priority);
            }
            java.append(' ').append(thread.getPriority());
            nice.append(' ').append(thread.nice());
            thread.end();
        }
        System.out.println(what + java + " :" + nice);
    }

    private static Object set(Thread thread, int priority) {
        thread.setPriority(priority);
        return null;
    }

    private static void line(String what, List<String> values) {
        System.out.println(what + " " + String.join(" ", values));
    }

    private static String both(NiceThread thread) throws IOException, InterruptedException {
        return thread.getPriority() + " : " + thread.nice();
    }

    private static String ofAGroup() throws Exception {
        ThreadGroup group = new ThreadGroup("at most three");
        group.setMaxPriority(3);
        NiceThread thread = new NiceThread(group);
        thread.setPriority(8);
        thread.start();
        String values = both(thread);
        thread.end();
        return values;
    }

    /** Starts a thread that inherits the Java priority, and a thread of normal priority. */
    private static List<String> children(int priority) throws Exception {
        NiceThread parent = NiceThread.started(priority);
        List<String> values = new ArrayList<>();
        values.add(both(parent));
        for (Callable<NiceThread> child : List.<Callable<NiceThread>>of(Priorities::inheriting,
                () -> NiceThread.started(Thread.NORM_PRIORITY))) {
            NiceThread thread = parent.call(child);
            values.add(both(thread));
            thread.end();
        }
        parent.setPriority(Thread.NORM_PRIORITY);
        values.add(both(parent));
        NiceThread later = parent.call(Priorities::inheriting);
        values.add(both(later));
        later.end();
        parent.end();
        return values;
    }

    private static NiceThread inheriting() {
        NiceThread thread = new NiceThread();
        thread.start();
        return thread;
    }

    private static List<String> pool() throws Exception {
        List<String> values = new ArrayList<>();
        for (int priority : new int[] {2, 9}) {
            ExecutorService pool = Executors.newSingleThreadExecutor(task -> {
                Thread thread = new Thread(task);
                thread.setPriority(priority);
                return thread;
            });
            // A start may return in the new thread before it returns in the starting thread.
            pool.submit(() -> "started").get();
            values.add(pool.submit(() -> Thread.currentThread().getPriority() + " : " + NiceThread.ownNice()).get());
            pool.shutdown();
        }
        return values;
    }

    /** Creates a pool from a thread of priority 2, which the workers inherit. */
    private static List<String> commonPool() throws Exception {
        return NiceThread.started(2).call(() -> {
            ForkJoinPool pool = new ForkJoinPool(1);
            pool.submit(() -> "started").get();
            List<String> values = List.of(pool.submit(
                    () -> Thread.currentThread().getPriority() + " : " + NiceThread.ownNice()).get());
            pool.shutdown();
            return values;
        });
    }

    private static void ends() throws Exception {
        NiceThread thread = NiceThread.started(Thread.NORM_PRIORITY);
        thread.end();
        thread.setPriority(3);
        System.out.println("ended " + thread.getPriority() + " " + thread.isAlive());
    }

    private static void refuses() {
        for (int priority : new int[] {Thread.MIN_PRIORITY - 1, Thread.MAX_PRIORITY + 1}) {
            try {
                Thread.currentThread().setPriority(priority);
            } catch (IllegalArgumentException e) {
                System.out.println("refused " + priority + " " + e.getMessage() + " " + Thread.currentThread().getPriority());
            }
        }
        NiceThread twice = NiceThread.started(Thread.NORM_PRIORITY);
        try {
            twice.start();
        } catch (IllegalThreadStateException e) {
            System.out.println("started twice " + e.getMessage());
        }
    }
}
