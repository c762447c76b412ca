package dev.slipstream.it.program.arenas;

import dev.slipstream.it.program.common.Failing;
import dev.slipstream.it.program.common.Faults;
import dev.slipstream.it.program.common.StackEnd;
import dev.slipstream.it.program.common.UntilNoneFails;
import dev.slipstream.it.program.common.VirtualThreads;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.concurrent.Callable;
import java.util.zip.CRC32;

/** A session in use is not closed, and can be closed once each successful acquire is released. */
public class ArenasFaults implements Faults {
    /** Contended ones; one in eight has a session striped. */
    private static final int ACQUIRES = 200;
    private static final long PATIENCE_NANOS = 20_000_000_000L;

    /** Tells of a session whether to have it counted on stripes before it is used. */
    boolean isStriped() {
        return false;
    }

    @Override
    public String differsAtStackEnd(int which) {
        SharedUse use = new SharedUse(isStriped());
        StackEnd.recurse(use, which);
        return use.close();
    }

    @Override
    public String failAllocations() throws Exception {
        // Initialises classes of the JDK.
        Sessions.close(Sessions.shared());
        String first = UntilNoneFails.on(ArenasFaults::contend, false);
        if (!first.matches("\\d+")) {
            return first;
        }
        Object session = Sessions.shared();
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (!Sessions.isStriped(session)) {
            if (System.nanoTime() - end > 0) {
                return "a contended session stays on one word";
            }
            Sessions.acquireContended(session);
            Sessions.release(session);
        }
        return UntilNoneFails.on(ArenasFaults::share, false);
    }

    private static String contend(int others) {
        Object session = Sessions.shared();
        Failing.after(others);
        for (int i = 0; i < ACQUIRES; i++) {
            Sessions.acquireContended(session);
            Sessions.release(session);
        }
        return use(session);
    }

    private static String share(int others) {
        Object session = Sessions.shared();
        Failing.after(others);
        stripe(session);
        return use(session);
    }

    /** Has a session counted on stripes, if that is possible now. */
    private static void stripe(Object session) {
        try {
            if (Sessions.areRewritten()) {
                Sessions.stripe(session);
            }
        } catch (IllegalStateException | OutOfMemoryError refused) {
            return;
        }
    }

    /** Acquires a session twice, and closes it when it may be closed. */
    private static String use(Object session) {
        Sessions.acquire(session);
        Sessions.release(session);
        Sessions.acquire(session);
        String differs = closes(session) ? "a session in use was closed" : null;
        Sessions.release(session);
        return differs == null && !closes(session) ? "a session cannot be closed" : differs;
    }

    /** Tries again after a failed allocation, since the JDK's own close may throw that error. */
    private static boolean closes(Object session) {
        try {
            Sessions.close(session);
            return true;
        } catch (IllegalStateException e) {
            if (!(e.getCause() instanceof OutOfMemoryError)) {
                return false;
            }
        }
        return closes(session);
    }

    /** Acquires a session that is counted on stripes. Needs a JDK with the classes of JDK 21. */
    @Override
    public Callable<String> hold() {
        if (!VirtualThreads.exist()) {
            return () -> null;
        }
        Object session = Sessions.shared();
        stripe(session);
        Sessions.acquire(session);
        return () -> {
            Sessions.release(session);
            return use(session);
        };
    }

    /**
     * Checksum of native memory, for which the JDK acquires and releases the memory's session. Before JDK 22, acquires and releases
     * the session only.
     */
    private static final class SharedUse implements Runnable {
        private static final boolean HAS_CHECKSUM = Runtime.version().feature() > 21;
        private static final MethodHandle ACQUIRE = handle(Sessions.ACQUIRE);
        private static final MethodHandle RELEASE = handle(Sessions.RELEASE);

        private final AutoCloseable arena = Sessions.arena("ofShared");
        private final Object session = Sessions.sessionOf(arena);
        private final CRC32 checksum = new CRC32();
        private final ByteBuffer buffer;

        SharedUse(boolean striped) {
            buffer = Sessions.buffer(Sessions.allocate(arena, 8));
            if (striped) {
                Sessions.stripe(session);
            }
        }

        private static MethodHandle handle(Method method) {
            try {
                return MethodHandles.lookup().unreflect(method).asType(MethodType.methodType(void.class, Object.class));
            } catch (IllegalAccessException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        @Override
        public void run() {
            if (HAS_CHECKSUM) {
                buffer.rewind();
                checksum.update(buffer);
            } else {
                useSession();
            }
        }

        private void useSession() {
            try {
                ACQUIRE.invokeExact(session);
                RELEASE.invokeExact(session);
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }

        String close() {
            try {
                arena.close();
                return null;
            } catch (Exception e) {
                return e.getMessage();
            }
        }
    }
}
