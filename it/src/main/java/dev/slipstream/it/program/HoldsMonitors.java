package dev.slipstream.it.program;

import dev.slipstream.it.program.arenas.Sessions;
import dev.slipstream.it.program.common.Threads;
import dev.slipstream.it.program.common.VirtualThreads;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * One thread holds the monitors that the creation and the start of a thread take, and waits for another, which does what asks for
 * Slipstream. Prints {@code goes on}, or where that thread waits. Is an agent as well.
 */
public final class HoldsMonitors {
    private static final long PATIENCE_SECONDS = 5;
    private static final int TIMES = 100;
    private static final int READS = 5_000;
    private static final int CONTENDERS = 4;
    private static volatile Instrumentation instrumentation;

    private HoldsMonitors() {}

    /** Called by the JVM. */
    public static void premain(String options, Instrumentation given) {
        instrumentation = given;
    }

    /** Arguments: what the other thread does, and the word {@code engine} if that starts an engine. */
    public static void main(String[] args) throws Exception {
        if (args[0].equals("redefining")) {
            // Until the engine's edits are in force, a second after the start.
            TimeUnit.MILLISECONDS.sleep(2_500);
        }
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(1);
        Runnable trigger = trigger(args[0]);
        Thread other = new Thread(() -> {
            await(held);
            trigger.run();
            done.countDown();
        }, "other");
        other.setDaemon(true);
        other.start();
        hold(monitors(args[0]), 0, () -> {
            held.countDown();
            System.out.println(isOver(done) ? "goes on" : "waits at " + Arrays.toString(other.getStackTrace()));
        });
        if (args.length > 1) {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(2 * PATIENCE_SECONDS);
            while (Threads.ofSlipstream().isEmpty() && System.nanoTime() - end < 0) {
                TimeUnit.MILLISECONDS.sleep(10);
            }
            System.out.println(Threads.ofSlipstream().isEmpty() ? "no engine" : "an engine");
        }
        System.exit(0);
    }

    /** Waits for the other thread's work, not for its end, which takes the monitor of its group on JDK 17. */
    private static boolean isOver(CountDownLatch done) {
        try {
            return done.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void hold(List<Object> monitors, int from, Runnable then) {
        if (from == monitors.size()) {
            then.run();
            return;
        }
        synchronized (monitors.get(from)) {
            hold(monitors, from + 1, then);
        }
    }

    private static List<Object> monitors(String trigger) throws ClassNotFoundException {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) {
            root = root.getParent();
        }
        List<Object> monitors =
                new ArrayList<>(List.of(ThreadGroup.class, Runtime.class, System.class, ClassLoader.class, ThreadLocal.class,
                        Thread.currentThread(), HoldsMonitors.class.getClassLoader(), ClassLoader.getPlatformClassLoader()));
        // For these the JDK itself creates threads: carriers in a group of their own, and one of its logging.
        if (!trigger.equals("pinning") && !trigger.equals("beans")) {
            monitors.add(Thread.class);
            monitors.add(root);
            ThreadGroup[] groups = new ThreadGroup[TIMES];
            monitors.addAll(Arrays.asList(groups).subList(0, root.enumerate(groups)));
        }
        for (String name : new String[] {"jdk.internal.misc.BakedEngine", "jdk.internal.misc.EngineGraft",
            "jdk.internal.misc.Launch"}) {
            if (isThere(name)) {
                monitors.add(Class.forName(name, false, null));
            }
        }
        return monitors;
    }

    private static boolean isThere(String name) {
        try {
            Class.forName(name, false, null);
            return true;
        } catch (ClassNotFoundException notBaked) {
            return false;
        }
    }

    private static Runnable trigger(String what) throws IOException {
        switch (what) {
            case "naming":
                return () -> {
                    for (int i = 0; i < TIMES; i++) {
                        Thread.currentThread().setName("other " + i);
                    }
                };
            case "buffering":
                FileInputStream file = new FileInputStream(System.getProperty("java.home") + "/lib/modules");
                return () -> {
                    for (int i = 0; i < READS; i++) {
                        read(file);
                    }
                };
            case "priority":
                return () -> Thread.currentThread().setPriority(Thread.MIN_PRIORITY);
            case "pinning":
                return () -> {
                    try {
                        VirtualThreads.start(() -> {}).join();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                };
            case "arenas":
                return contention();
            case "beans":
                return ManagementFactory::getPlatformMBeanServer;
            case "redefining":
                return () -> {
                    try {
                        instrumentation.retransformClasses(Thread.class);
                    } catch (UnmodifiableClassException e) {
                        throw new IllegalStateException(e);
                    }
                };
            default:
                throw new IllegalArgumentException(what);
        }
    }

    private static void read(FileInputStream file) {
        try {
            file.read();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a task for which more threads than one use a session; they begin with it. Processors may be too busy for contention. */
    private static Runnable contention() {
        Object session = Sessions.shared();
        boolean isBaked = isThere("jdk.internal.foreign.Striping");
        CountDownLatch begin = new CountDownLatch(1);
        long[] end = new long[1];
        Runnable use = () -> {
            while (System.nanoTime() - end[0] < 0) {
                Sessions.acquire(session);
                Sessions.release(session);
            }
        };
        for (int i = 0; i < CONTENDERS; i++) {
            Thread thread = new Thread(() -> {
                await(begin);
                use.run();
            });
            thread.setDaemon(true);
            thread.start();
        }
        return () -> {
            end[0] = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS) / 2;
            begin.countDown();
            use.run();
            if (isBaked) {
                Sessions.asContended();
            }
        };
    }
}
