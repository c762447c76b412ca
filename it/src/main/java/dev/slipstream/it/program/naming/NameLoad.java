package dev.slipstream.it.program.naming;

import dev.slipstream.it.program.common.NativeName;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;

/** Threads that rename themselves as fast as they can. For {@code Console}; as a program, it ends amid the renames. */
public final class NameLoad {
    private static final int THREADS = 4;
    private static final int WELL_KNOWN = 200_000;
    private static final int SAME_AGAIN = 4;
    private static final int SOME = 100;
    private static final List<Worker> WORKERS = new ArrayList<>();
    private static volatile boolean paused;

    private NameLoad() {}

    /** Ends with exit code 7 or, if there is an argument, with the end of {@code main}. */
    public static void main(String[] args) throws Exception {
        load();
        for (Worker worker : WORKERS) {
            while (worker.count < WELL_KNOWN) {
                Thread.sleep(1);
            }
        }
        System.out.println("ends");
        if (args.length == 0) {
            System.exit(7);
        }
    }

    /** Renames the calling thread a few times: more than the first ones, which are left to the JDK, but no load. */
    public static String some() {
        String name = Thread.currentThread().getName();
        for (int i = 0; i < SOME; i++) {
            Thread.currentThread().setName("r" + i);
        }
        Thread.currentThread().setName(name);
        return "renamed";
    }

    /** Starts the threads. */
    public static String load() throws Exception {
        for (int i = 0; i < THREADS; i++) {
            Worker worker = new Worker(i);
            worker.setDaemon(true);
            worker.start();
            WORKERS.add(worker);
        }
        return "started";
    }

    /** Stops the threads, reports whether each bears the last name that it has given itself, and lets them go on. */
    public static String check() throws Exception {
        paused = true;
        for (Worker worker : WORKERS) {
            worker.standing.acquire();
        }
        String wrong = "";
        for (int attempt = 0; attempt == 0 || (!wrong.isEmpty() && attempt < 10); attempt++) {
            Thread.sleep(30);
            wrong = "";
            for (Worker worker : WORKERS) {
                String shown = NativeName.of(worker.number);
                wrong += shown.equals(worker.last) && worker.getName().equals(shown) ? "" : worker.last + " is " + shown + " ";
            }
        }
        paused = false;
        for (Worker worker : WORKERS) {
            worker.go.release();
        }
        return wrong.isEmpty() ? "right" : wrong;
    }

    private static final class Worker extends Thread {
        final Semaphore standing = new Semaphore(0);
        final Semaphore go = new Semaphore(0);
        final int index;
        volatile long number;
        volatile String last = "";
        volatile int count;

        Worker(int index) {
            this.index = index;
        }

        @Override
        public void run() {
            try {
                number = NativeName.ownNumber();
                while (true) {
                    last = "w" + index + "-" + ++count;
                    setName(last);
                    if (count % SAME_AGAIN == 0) {
                        setName(new String(last));
                    }
                    if (paused) {
                        standing.release();
                        go.acquire();
                    }
                }
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
