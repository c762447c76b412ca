package dev.slipstream.it.program;

import dev.slipstream.it.program.arenas.Sessions;
import dev.slipstream.it.program.common.Failing;
import dev.slipstream.it.program.common.NativeName;
import dev.slipstream.it.program.common.VirtualThreads;
import dev.slipstream.it.program.priority.NiceThread;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Uses rewritten methods while an allocation in Slipstream's code fails: the first of a use, then the second, until a use makes no
 * more. Each use has an object of its own, and a thread of its own. For {@link Console}.
 */
public final class OutOfMemory {
    private static final int RENAMES = 30;
    private static final int READS = 40;
    private static final int SKIPPED = 5;
    private static final int FILE_BYTES = 1 << 14;
    private static final int PARKS = 3;

    /** Contended ones; one in eight has a session striped. */
    private static final int ACQUIRES = 200;
    private static final long PARK_NANOS = 1_000_000;
    private static final long PATIENCE_NANOS = 20_000_000_000L;
    private static final long LATER_MILLIS = 1_300;
    private static final int CODE = 7;
    private static final byte[] CONTENT = content();

    private static Held held;

    private OutOfMemory() {}

    /** Use of rewritten methods on a thread of its own. */
    private interface Use {
        /**
         * Returns what differs from the JDK's own methods, or null.
         *
         * @param others the number of allocations before the one that fails
         */
        String differs(int others) throws Exception;
    }

    private static byte[] content() {
        byte[] content = new byte[FILE_BYTES];
        for (int i = 0; i < FILE_BYTES; i++) {
            content[i] = (byte) (i % 127);
        }
        return content;
    }

    public static String naming() throws Exception {
        return each(OutOfMemory::rename, false);
    }

    public static String buffering() throws Exception {
        return each(OutOfMemory::read, false);
    }

    public static String arenas() throws Exception {
        // Initialises classes of the JDK.
        Sessions.close(Sessions.shared());
        String first = each(OutOfMemory::contend, false);
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
        return each(OutOfMemory::share, false);
    }

    public static String pinning() throws Exception {
        return each(OutOfMemory::park, true);
    }

    public static String priority() throws Exception {
        return each(OutOfMemory::prioritise, false);
    }

    /** Returns the number of failures, or what differs. */
    private static String each(Use use, boolean virtual) throws Exception {
        for (int others = 0; true; others++) {
            int before = others;
            FutureTask<String> task = new FutureTask<>(() -> use.differs(before));
            if (virtual) {
                VirtualThreads.start(task);
            } else {
                new Thread(task, "use").start();
            }
            String differs;
            try {
                differs = task.get(PATIENCE_NANOS, TimeUnit.NANOSECONDS);
            } catch (Exception e) {
                differs = e.toString();
            } finally {
                Failing.end();
            }
            if (differs != null) {
                return differs + failure();
            }
            if (Failing.latest() == null) {
                return Integer.toString(others);
            }
        }
    }

    private static String failure() {
        StringBuilder text = new StringBuilder();
        if (Failing.latest() != null) {
            text.append(" after ").append(Failing.latest());
            for (StackTraceElement frame : Failing.latest().getStackTrace()) {
                text.append(" < ").append(frame);
            }
        }
        return text.toString();
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

    private static boolean follows(String name) throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE_NANOS / 2;
        while (!NativeName.own().equals(name) && System.nanoTime() - end < 0) {
            Thread.sleep(1);
        }
        return NativeName.own().equals(name);
    }

    private static String read(int others) throws IOException {
        Path file = Files.write(Files.createTempFile("out-of-memory", ".bin"), CONTENT);
        Failing.after(others);
        try (FileInputStream in = new FileInputStream(file.toFile())) {
            int at = readOneByOne(in, 0);
            if (in.available() != FILE_BYTES - at) {
                return in.available() + " bytes are left after " + at;
            }
            at = readOneByOne(in, at);
            at += (int) in.skip(SKIPPED);
            at = readOneByOne(in, at);
            at += in.readNBytes(SKIPPED).length;
            at = readOneByOne(in, at);
            return in.getChannel().position() == at ? null : "the position is " + in.getChannel().position() + ", not " + at;
        } catch (IllegalStateException wrong) {
            return wrong.getMessage();
        } finally {
            Failing.end();
            Files.delete(file);
        }
    }

    private static int readOneByOne(FileInputStream in, int from) throws IOException {
        for (int at = from; at < from + READS; at++) {
            int read = in.read();
            if (read != CONTENT[at]) {
                throw new IllegalStateException("byte " + at + " is " + read + ", not " + CONTENT[at]);
            }
        }
        return from + READS;
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

    private static String park(int others) throws ReflectiveOperationException {
        Class<?> continuation = Class.forName("jdk.internal.vm.Continuation");
        continuation.getMethod("pin").invoke(null);
        Failing.after(others);
        for (int i = 0; i < PARKS; i++) {
            LockSupport.parkNanos(PARK_NANOS);
        }
        Failing.end();
        continuation.getMethod("unpin").invoke(null);
        return null;
    }

    private static String prioritise(int others) throws Exception {
        Thread thread = Thread.currentThread();
        Failing.after(others);
        thread.setPriority(Thread.MIN_PRIORITY);
        NiceThread other = new NiceThread();
        other.start();
        other.setPriority(Thread.MIN_PRIORITY + 1);
        Failing.end();
        String first = nice(other, Thread.MIN_PRIORITY);
        thread.setPriority(Thread.NORM_PRIORITY);
        thread.setPriority(Thread.MIN_PRIORITY);
        String second = NiceThread.ownNice();
        other.end();
        return first.equals(second) ? null : "the same priority has the nice values " + first + " and " + second;
    }

    private static String nice(NiceThread thread, int priority) throws Exception {
        thread.setPriority(Thread.NORM_PRIORITY);
        thread.setPriority(priority);
        return thread.nice();
    }

    /** State of each remedy that a detach must not lose. */
    private static final class Held {
        private final Path file = Files.write(Files.createTempFile("out-of-memory", ".bin"), CONTENT);
        private final FileInputStream in = new FileInputStream(file.toFile());
        private final NiceThread thread = new NiceThread();
        private final String name;
        private Object session;

        Held(String name) throws Exception {
            this.name = name;
            readOneByOne(in, 0);
            thread.start();
            thread.call(() -> {
                for (int i = 0; i < RENAMES; i++) {
                    thread.setName("held");
                }
                thread.setName(name);
                return null;
            });
            if (VirtualThreads.exist()) {
                session = Sessions.shared();
                stripe(session);
                Sessions.acquire(session);
            }
        }

        String letGo() throws Exception {
            try {
                readOneByOne(in, READS);
                in.close();
            } catch (IllegalStateException wrong) {
                return wrong.getMessage();
            } finally {
                Files.delete(file);
            }
            boolean follows = thread.call(() -> follows(name));
            thread.end();
            if (!follows) {
                return "the native name is not " + name;
            }
            if (session == null) {
                return "right";
            }
            Sessions.release(session);
            String differs = use(session);
            return differs == null ? "right" : differs;
        }
    }

    /** Lets an allocation fail in a place where none has failed. */
    public static String next() {
        Failing.next();
        return "armed";
    }

    /** Lets all allocations fail. */
    public static String all() {
        Failing.all();
        return "armed";
    }

    /** Lets no more fail, and returns the last failure, or an empty text. */
    public static String end() {
        Failing.end();
        return failure();
    }

    /** Has every remedy hold something for the application. */
    public static String hold() throws Exception {
        held = new Held("held-" + Failing.failures());
        return "held";
    }

    /** Uses that, and returns what differs, or {@code right}. */
    public static String letGo() throws Exception {
        return held.letGo();
    }

    /** Uses everything at the start and when the agent has done what it does later, reports a failure to stderr, and exits. */
    public static void main(String[] args) throws Exception {
        hold();
        System.out.println(letGo());
        Thread.sleep(LATER_MILLIS);
        hold();
        System.out.println(letGo());
        System.err.println("failed" + failure());
        System.exit(CODE);
    }
}
