package dev.slipstream.it.program.priority;

import dev.slipstream.it.program.common.NativeName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;

/** Thread that runs the tasks it is given until it is told to end. Other threads can read its nice value. */
public final class NiceThread extends Thread {
    private static final int NICE_COLUMN = 16;
    private static final int POLICY_COLUMN = 38;
    private static final int BATCH = 3;
    private static final int IDLE = 5;

    private final LinkedBlockingQueue<FutureTask<?>> tasks = new LinkedBlockingQueue<>();
    private final CountDownLatch known = new CountDownLatch(1);
    private volatile long number;
    private volatile boolean ended;

    public NiceThread() {
        this(null);
    }

    public NiceThread(ThreadGroup group) {
        super(group, "nice-thread");
        setDaemon(true);
    }

    /** Starts a thread of the given priority. */
    public static NiceThread started(int priority) {
        NiceThread thread = new NiceThread();
        thread.setPriority(priority);
        thread.start();
        return thread;
    }

    @Override
    public void run() {
        try {
            number = NativeName.ownNumber();
            known.countDown();
            while (!ended) {
                tasks.take().run();
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Runs a task on this thread and returns its result. */
    public <T> T call(Callable<T> task) throws InterruptedException, ExecutionException {
        FutureTask<T> future = new FutureTask<>(task);
        tasks.add(future);
        return future.get();
    }

    /** Returns the nice value that the kernel shows, with {@code batch} before it, or {@code idle}. */
    public String nice() throws IOException, InterruptedException {
        known.await();
        return nice(number);
    }

    /** Returns the nice value of the calling thread. */
    public static String ownNice() throws IOException {
        return nice(NativeName.ownNumber());
    }

    /** Returns the nice value of a thread of this process. */
    public static String nice(long number) throws IOException {
        String stat = Files.readString(Path.of("/proc/self/task/" + number + "/stat"), StandardCharsets.ISO_8859_1);
        // A name may contain any character, including brackets and spaces.
        String[] columns = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        int policy = Integer.parseInt(columns[POLICY_COLUMN]);
        return policy == IDLE ? "idle" : (policy == BATCH ? "batch " : "") + columns[NICE_COLUMN];
    }

    public void end() throws InterruptedException {
        ended = true;
        tasks.add(new FutureTask<>(() -> null));
        join();
    }
}
