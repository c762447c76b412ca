package dev.slipstream.it.program.pinning;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Virtual threads that hold every carrier for one reason, until another virtual thread lets them go on, which is started last and
 * finds no carrier. Prints a line for each round that ends, and PASS after the last. Without a cure the first round hangs if there are
 * as many threads as carriers and the JDK does not unmount or compensate them.
 *
 * <p>Arguments: the reason (see {@link Reason}), the number of threads, an even one, and optionally the number of rounds. Needs
 * {@code --enable-native-access=ALL-UNNAMED} for the reasons with native frames.
 */
public final class Hangs {
    private static final int ROUNDS = 3;

    /** Time for a thread to get from its last line into the JVM or the operating system, which no counter shows. */
    private static final long SETTLE_MILLIS = 200;

    private static volatile Round round;

    private Hangs() {}

    /** Why a virtual thread holds its carrier. */
    private enum Reason {
        /** Parks while it holds a monitor. */
        MONITOR,
        /** Enters a monitor, which a platform thread holds. */
        ENTRY,
        /** Waits in {@code Object.wait}. */
        WAIT,
        /** Reads from an empty pipe in a downcall. */
        NATIVE,
        /** Parks in an upcall. */
        FRAME,
        /** Waits in {@code Object.wait}, in an upcall. */
        FRAMEWAIT,
        /** Of each two threads, one parks in a class initialiser, and the other waits for that class. */
        CLINIT,
        /** Waits in {@code Object.wait}, in the initialiser of a class of its own. */
        CLINITWAIT,
        /** Of each two threads, one parks in a class loader that the JVM has called, and the other waits for that loader's monitor. */
        LOADING;

        /** Returns how many threads share a class. */
        int sharing() {
            return this == CLINIT || this == LOADING ? 2 : 1;
        }

        boolean waits() {
            return this == WAIT || this == FRAMEWAIT || this == CLINITWAIT;
        }
    }

    /** Runs the program. */
    public static void main(String[] args) throws Exception {
        Reason reason = Reason.valueOf(args[0].toUpperCase(Locale.ROOT));
        int rounds = args.length > 2 ? Integer.parseInt(args[2]) : ROUNDS;
        for (int i = 1; i <= rounds; i++) {
            round = new Round(reason, Integer.parseInt(args[1]));
            round.run();
            System.out.println("round " + i);
        }
        System.out.println("PASS");
    }

    /** The threads of one round, and what they wait for. */
    private static final class Round {
        private final CountDownLatch latch = new CountDownLatch(1);
        private final Object monitor = new Object();
        private final AtomicInteger begun = new AtomicInteger();
        private final Reason reason;
        private final int count;
        private final Pipe pipe;
        private boolean open;

        Round(Reason reason, int count) {
            this.reason = reason;
            this.count = count;
            pipe = reason == Reason.NATIVE ? new Pipe() : null;
        }

        void run() throws Exception {
            Thread owner = reason == Reason.ENTRY ? ownMonitor() : null;
            List<Thread> threads = new ArrayList<>();
            Runnable held = null;
            for (int i = 0; i < count; i++) {
                held = i % reason.sharing() == 0 ? held() : held;
                Runnable task = held;
                threads.add(Thread.ofVirtual().name("held-" + i).start(() -> {
                    begun.incrementAndGet();
                    task.run();
                }));
            }
            int carriers =
                    Integer.getInteger("jdk.virtualThreadScheduler.parallelism", Runtime.getRuntime().availableProcessors());
            while (begun.get() < Math.min(count, carriers)) {
                Thread.sleep(1);
            }
            Thread.sleep(SETTLE_MILLIS);
            threads.add(Thread.ofVirtual().name("releaser").start(this::release));
            for (Thread thread : threads) {
                thread.join();
            }
            if (owner != null) {
                owner.join();
            }
        }

        private Runnable held() throws ReflectiveOperationException {
            return switch (reason) {
                case MONITOR -> this::parkInMonitor;
                case ENTRY -> this::enterMonitor;
                case WAIT -> this::hold;
                case NATIVE -> pipe::read;
                case FRAME, FRAMEWAIT -> Upcall.sorting();
                case CLINIT, CLINITWAIT -> new Loader().make(Touching.class);
                case LOADING -> new Loader().make(Loading.class);
            };
        }

        private Thread ownMonitor() throws InterruptedException {
            CountDownLatch owned = new CountDownLatch(1);
            Thread owner = Thread.ofPlatform().name("owner").start(() -> {
                synchronized (monitor) {
                    owned.countDown();
                    park();
                }
            });
            owned.await();
            return owner;
        }

        private void parkInMonitor() {
            synchronized (new Object()) {
                park();
            }
        }

        private void enterMonitor() {
            synchronized (monitor) {
                Thread.onSpinWait();
            }
        }

        void hold() {
            if (reason.waits()) {
                waitForNotification();
            } else {
                park();
            }
        }

        private void park() {
            try {
                latch.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        private void waitForNotification() {
            synchronized (monitor) {
                while (!open) {
                    try {
                        monitor.wait();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                }
            }
        }

        private void release() {
            latch.countDown();
            if (reason.waits()) {
                synchronized (monitor) {
                    open = true;
                    monitor.notifyAll();
                }
            } else if (pipe != null) {
                pipe.write(count);
            }
        }
    }

    /** Blocks the calling thread until the round's end. Called by a class initialiser, a class loader or native code. */
    public static void hold() {
        round.hold();
    }

    /** Initialises {@link Slow}. Each loader has its own two classes. */
    public static final class Touching implements Runnable {
        @Override
        public void run() {
            Slow.touch();
        }
    }

    /** Makes the JVM load {@link Needed}. */
    public static final class Loading implements Runnable {
        @Override
        public void run() {
            Needed.touch();
        }
    }

    /** A class whose initialiser takes long. */
    public static final class Slow {
        static {
            hold();
        }

        private Slow() {}

        static void touch() {
            Thread.onSpinWait();
        }
    }

    /** A class that takes long to load. */
    public static final class Needed {
        private Needed() {}

        static void touch() {
            Thread.onSpinWait();
        }
    }

    /** Loader of its own copies of the four classes above. The JVM holds the monitor of such a loader, which is not parallel capable. */
    private static final class Loader extends ClassLoader {
        private static final List<String> OWN =
                List.of(Touching.class.getName(), Loading.class.getName(), Slow.class.getName(), Needed.class.getName());

        Loader() {
            super(Hangs.class.getClassLoader());
        }

        Runnable make(Class<? extends Runnable> type) throws ReflectiveOperationException {
            return (Runnable) loadClass(type.getName()).getConstructor().newInstance();
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!OWN.contains(name) || findLoadedClass(name) != null) {
                return super.loadClass(name, resolve);
            }
            if (name.equals(Needed.class.getName())) {
                hold();
            }
            try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    @SuppressWarnings("restricted")
    private static MethodHandle downcall(String name, FunctionDescriptor type) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().find(name).orElseThrow(), type);
    }

    /** A pipe of the operating system, whose reads wait in native code. */
    private static final class Pipe {
        private static final MethodHandle PIPE =
                downcall("pipe", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS));
        private static final FunctionDescriptor TRANSFER =
                FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG);
        private static final MethodHandle READ = downcall("read", TRANSFER);
        private static final MethodHandle WRITE = downcall("write", TRANSFER);

        private final MemorySegment ends = Arena.ofAuto().allocate(2 * ValueLayout.JAVA_INT.byteSize());

        Pipe() {
            try {
                check((int) PIPE.invokeExact(ends) == 0);
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }

        /** Reads one byte. */
        void read() {
            try (Arena arena = Arena.ofConfined()) {
                check((long) READ.invokeExact(ends.get(ValueLayout.JAVA_INT, 0), arena.allocate(1), 1L) == 1);
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }

        void write(int bytes) {
            try (Arena arena = Arena.ofConfined()) {
                int end = ends.get(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT.byteSize());
                check((long) WRITE.invokeExact(end, arena.allocate(bytes), (long) bytes) == bytes);
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }

        private static void check(boolean succeeded) {
            if (!succeeded) {
                throw new IllegalStateException("the system call failed");
            }
        }
    }

    /** A call from native code: that of a comparison by {@code qsort}. */
    private static final class Upcall {
        private static final long ELEMENTS = 2;
        private static final MethodHandle QSORT = downcall("qsort", FunctionDescriptor.ofVoid(
                ValueLayout.ADDRESS, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS));
        private static final MemorySegment COMPARE = stub();

        private Upcall() {}

        @SuppressWarnings("restricted")
        private static MemorySegment stub() {
            try {
                MethodHandle compare = MethodHandles.lookup().findStatic(Upcall.class, "compare",
                        MethodType.methodType(int.class, MemorySegment.class, MemorySegment.class));
                return Linker.nativeLinker().upcallStub(compare,
                        FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS), Arena.global());
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }

        @SuppressWarnings("unused")
        private static int compare(MemorySegment one, MemorySegment other) {
            hold();
            return 0;
        }

        /** Returns a task that sorts. Initialises this class on the calling thread: the task's would wait for that as well. */
        static Runnable sorting() {
            return Upcall::sort;
        }

        private static void sort() {
            try (Arena arena = Arena.ofConfined()) {
                long size = ValueLayout.JAVA_INT.byteSize();
                QSORT.invokeExact(arena.allocate(ELEMENTS * size), ELEMENTS, size, COMPARE);
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
