package dev.slipstream.stress.engine;

import dev.slipstream.stress.Pause;
import dev.slipstream.stress.Run;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.Outcome;

/** Two threads ask for the start of one thread. */
@Outcome(id = {"true, false, ran", "false, true, ran"}, expect = Expect.ACCEPTABLE, desc = "One of them started it.")
@Outcome(expect = Expect.FORBIDDEN, desc = "None, both, or one of them failed.")
@Run(actors = {"one", "other"},
        holds = Launches.Grafted.class, broken = {Launches.ClaimsInTwoSteps.class, Launches.ClaimsAfterStart.class})
public final class Launches {
    private static final int SPINS = 64;
    private static final long PATIENCE_NANOS = 10_000_000_000L;

    private final AtomicInteger runs = new AtomicInteger();
    private final Start start;

    Launches(Function<Runnable, Start> kind) {
        start = kind.apply(runs::getAndIncrement);
    }

    boolean one() {
        return start.getAsBoolean();
    }

    boolean other() {
        return start.getAsBoolean();
    }

    /** Returns {@code ran} if the task ran once and no attempt to start failed. Called after both actors. */
    String afterwards() {
        long begun = System.nanoTime();
        while (runs.get() == 0 && System.nanoTime() - begun < PATIENCE_NANOS) {
            Thread.yield();
        }
        return start.hasFailed() ? "an attempt failed" : runs.get() == 1 ? "ran" : "ran " + runs + " times";
    }

    /** Starts a thread, and knows whether an attempt has failed. */
    interface Start extends BooleanSupplier {
        boolean hasFailed();
    }

    /**
     * The graft {@code jdk.internal.misc.Launch}, defined inside java.base from its class file, unless the agent has done that. Needs
     * {@code --add-opens=java.base/jdk.internal.misc=ALL-UNNAMED}.
     */
    static final class Grafted implements Start {
        private static final String PACKAGE = "jdk.internal.misc.";
        private static final MethodHandle NEW;
        private static final VarHandle NOT_BEFORE;

        static {
            try {
                MethodHandles.Lookup here = MethodHandles.lookup();
                Class<?> type = type(here);
                MethodHandles.Lookup inside = MethodHandles.privateLookupIn(type, here);
                NEW = inside.findConstructor(type, MethodType.methodType(void.class, String.class, Runnable.class))
                        .asType(MethodType.methodType(BooleanSupplier.class, String.class, Runnable.class));
                NOT_BEFORE = inside.findVarHandle(type, "noAttemptBefore", long.class);
            } catch (IOException | ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        private static Class<?> type(MethodHandles.Lookup here) throws IOException, ReflectiveOperationException {
            try {
                return Class.forName(PACKAGE + "Launch", false, null);
            } catch (ClassNotFoundException missing) {
                try (InputStream file = ClassLoader.getSystemResourceAsStream(PACKAGE.replace('.', '/') + "Launch.class")) {
                    return MethodHandles.privateLookupIn(Class.forName(PACKAGE + "Unsafe"), here)
                            .defineClass(file.readAllBytes());
                }
            }
        }

        private final BooleanSupplier launch;
        private final long before;

        Grafted(Runnable task) {
            try {
                launch = (BooleanSupplier) NEW.invokeExact("stress", task);
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
            before = (long) NOT_BEFORE.get(launch);
        }

        @Override
        public boolean getAsBoolean() {
            return launch.getAsBoolean();
        }

        @Override
        public boolean hasFailed() {
            return (long) NOT_BEFORE.get(launch) != before;
        }
    }

    /** A start without its protocol; each subclass has one step wrong. */
    abstract static class Broken implements Start {
        volatile boolean claimed;
        private final Thread thread;
        private volatile boolean failed;

        Broken(Runnable task) {
            thread = new Thread(task);
            thread.setDaemon(true);
        }

        final boolean starts() {
            try {
                thread.start();
                return true;
            } catch (IllegalThreadStateException twice) {
                failed = true;
                return false;
            }
        }

        @Override
        public final boolean hasFailed() {
            return failed;
        }
    }

    /** Reads and writes the claim in two steps, so that both callers may claim. */
    static final class ClaimsInTwoSteps extends Broken {
        ClaimsInTwoSteps(Runnable task) {
            super(task);
        }

        @Override
        public boolean getAsBoolean() {
            if (claimed) {
                return false;
            }
            Pause.upTo(SPINS);
            claimed = true;
            return starts();
        }
    }

    /** Claims after the start, so that the other caller starts as well, or waits meanwhile. */
    static final class ClaimsAfterStart extends Broken {
        ClaimsAfterStart(Runnable task) {
            super(task);
        }

        @Override
        public boolean getAsBoolean() {
            if (claimed) {
                return false;
            }
            boolean started = starts();
            claimed = true;
            return started;
        }
    }
}
