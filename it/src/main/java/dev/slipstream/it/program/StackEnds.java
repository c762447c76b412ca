package dev.slipstream.it.program;

import dev.slipstream.it.program.arenas.Sessions;
import dev.slipstream.it.program.common.NativeName;
import dev.slipstream.it.program.common.VirtualThreads;
import dev.slipstream.it.program.pinning.PinningWorks;
import dev.slipstream.it.program.priority.NiceThread;
import java.io.FileInputStream;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.CRC32;

/**
 * Threads that recurse to the end of their stack, and on the way back use a rewritten method in each of the last frames. A stack
 * overflow must leave the same state as in the JDK's own method. Prints {@code right}, or the errors.
 */
public final class StackEnds {
    private static final int LAST_FRAMES = 300;
    private static final long STACK_BYTES = 256 << 10;

    /** Numbers of frames before the recursion, so that it meets the end of the stack in different places of its frames. */
    private static final int STEPS = 64;

    private static final int NAMES = 500;
    private static final int FILE_BYTES = 4_096;
    private static final int WARM_READS = 100;
    private static final int PRIME = 127;
    private static final long WAKE_NANOS = 1_000;
    private static final long PATIENCE_NANOS = 5_000_000_000L;

    private final Runnable operation;
    private int left;

    private StackEnds(Runnable operation) {
        this.operation = operation;
    }

    /** Arguments: a remedy or {@code striped}, and the number of threads. */
    public static void main(String[] args) throws Exception {
        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            int which = i;
            Runnable task = () -> {
                try {
                    String outcome = use(args[0], which);
                    if (outcome != null) {
                        wrong.add(outcome);
                    }
                } catch (Exception e) {
                    wrong.add(e.toString());
                }
            };
            if (args[0].equals("pinning")) {
                VirtualThreads.start(task).join();
            } else {
                Thread thread = new Thread(null, task, "stack-end", STACK_BYTES);
                thread.start();
                thread.join();
            }
        }
        if (args[0].equals("pinning") && !PinningWorks.works()) {
            wrong.add("a pinned park afterwards blocks its carrier");
        }
        System.out.println(wrong.isEmpty() ? "right" : wrong.size() + " wrong, such as " + wrong.get(0));
        System.exit(0);
    }

    private static String use(String what, int which) throws Exception {
        return switch (what) {
            case "arenas" -> arenas(which, false);
            case "striped" -> arenas(which, true);
            case "buffering" -> buffering(which);
            case "naming" -> naming(which);
            case "pinning" -> pinning(which);
            case "priority" -> priority(which);
            case "text" -> text(which);
            default -> throw new IllegalArgumentException(what);
        };
    }

    /** Reads a file byte by byte. A read that throws must not take a byte. */
    private static String buffering(int which) throws IOException {
        Path file = Files.createTempFile("stack-end", "");
        byte[] content = new byte[FILE_BYTES];
        for (int i = 0; i < content.length; i++) {
            content[i] = (byte) (i % PRIME);
        }
        Files.write(file, content);
        byte[] read = new byte[FILE_BYTES];
        int[] next = {0};
        try (FileInputStream in = new FileInputStream(file.toFile())) {
            for (int i = 0; i < WARM_READS; i++) {
                read[next[0]++] = (byte) in.read();
            }
            recurse(() -> {
                try {
                    int value = in.read();
                    // No call follows, so an overflow is one of the read.
                    read[next[0]++] = (byte) value;
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            }, which);
        } finally {
            Files.delete(file);
        }
        int different = Arrays.mismatch(read, 0, next[0], content, 0, next[0]);
        return different < 0 ? null : "byte " + different + " of " + next[0] + " was taken by a read that threw";
    }

    /**
     * Parks while pinned, until another thread unparks it. The caller then checks that a carrier is neither lost nor blocked. With a
     * timeout, the JDK's own timer would meet the end of the stack, and fail with and without the remedy.
     */
    private static String pinning(int which) throws ReflectiveOperationException, InterruptedException {
        Class<?> continuation = Class.forName("jdk.internal.vm.Continuation");
        Thread parked = Thread.currentThread();
        AtomicBoolean done = new AtomicBoolean();
        Thread waker = new Thread(() -> {
            while (!done.get()) {
                LockSupport.unpark(parked);
                LockSupport.parkNanos(WAKE_NANOS);
            }
        });
        waker.start();
        continuation.getMethod("pin").invoke(null);
        // A class of the JDK whose initialisation meets the end of the stack stays unusable.
        LockSupport.park();
        recurse(LockSupport::park, which);
        continuation.getMethod("unpin").invoke(null);
        done.set(true);
        waker.join();
        return null;
    }

    private static String priority(int which) throws IOException {
        Thread.currentThread().setPriority(Thread.MIN_PRIORITY);
        String low = NiceThread.ownNice();
        int[] next = {0};
        recurse(() -> Thread.currentThread().setPriority(next[0]++ % 2 == 0 ? Thread.NORM_PRIORITY : Thread.MIN_PRIORITY), which);
        Thread.currentThread().setPriority(Thread.MIN_PRIORITY);
        return NiceThread.ownNice().equals(low) ? null : "the nice value is " + NiceThread.ownNice() + ", not " + low;
    }

    private static String text(int which) {
        String line = "a line that needs more than 16 characters";
        int[] wrong = {0};
        recurse(() -> {
            if (!new StringBuilder().append(line).toString().equals(line)) {
                wrong[0]++;
            }
        }, which);
        String after = new StringBuilder().append(line).append(line).toString();
        return wrong[0] == 0 && after.equals(line + line) ? null : wrong[0] + " texts differ, and then " + after;
    }

    /** Uses a session. If each successful acquire is released, the session can be closed. */
    private static String arenas(int which, boolean striped) {
        SharedUse use = new SharedUse(striped);
        recurse(use, which);
        return use.close();
    }

    private static void recurse(Runnable operation, int which) {
        recurse(new StackEnds(operation), which % 2 == 0, which / 2 % STEPS);
    }

    private static void recurse(StackEnds ends, boolean small, int frames) {
        if (frames > 0) {
            recurse(ends, small, frames - 1);
        } else if (small) {
            ends.recurse();
        } else {
            ends.recurse(1, 2, 3);
        }
    }

    @SuppressWarnings("InfiniteRecursion")
    private void recurse() {
        try {
            recurse();
        } catch (StackOverflowError e) {
            left = LAST_FRAMES;
        }
        operate();
    }

    /** Recurses with frames of another size. */
    @SuppressWarnings("InfiniteRecursion")
    private long recurse(long a, long b, long c) {
        long d = a * 3 + b;
        long e = b * 5 + c;
        long f = 0;
        try {
            f = recurse(d, e, c * 7 + a);
        } catch (StackOverflowError end) {
            left = LAST_FRAMES;
        }
        operate();
        return d ^ e ^ f;
    }

    private void operate() {
        if (left > 0) {
            left--;
            try {
                operation.run();
            } catch (StackOverflowError end) {
                return;
            }
        }
    }

    /** Renames the thread. The native name must follow afterwards. */
    private static String naming(int which) throws IOException, InterruptedException {
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
        recurse(() -> thread.setName(names[next[0]++ % NAMES]), which);
        return follows("own" + which) ? null : "the native name of " + thread.getName() + " is " + NativeName.own();
    }

    private static boolean follows(String name) throws IOException, InterruptedException {
        Thread.currentThread().setName(name);
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (!NativeName.own().equals(name) && System.nanoTime() - end < 0) {
            Thread.sleep(5);
        }
        return NativeName.own().equals(name);
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
