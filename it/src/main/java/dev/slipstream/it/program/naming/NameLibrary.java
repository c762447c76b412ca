package dev.slipstream.it.program.naming;

import dev.slipstream.it.program.common.NativeName;
import dev.slipstream.naming.ThreadNames;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;

/** Threads that rename themselves through the library, through the JDK, or through both by turns. For {@code Console}. */
public final class NameLibrary {
    private static final int OF_EACH_KIND = 2;
    private static final int SETTLE_MILLIS = 30;
    private static final int ATTEMPTS = 10;
    private static final List<Worker> WORKERS = new ArrayList<>();
    private static volatile boolean paused;

    private NameLibrary() {}

    /** Starts further threads, {@value #OF_EACH_KIND} of each kind. */
    public static String load() throws Exception {
        for (int i = 0; i < OF_EACH_KIND; i++) {
            for (Kind kind : Kind.values()) {
                Worker worker = new Worker(kind, WORKERS.size());
                worker.setDaemon(true);
                worker.start();
                WORKERS.add(worker);
            }
        }
        return "started";
    }

    /** Returns how the library sets names now. */
    public static String mode() {
        return ThreadNames.mode().name();
    }

    /** Stops the threads, reports whether each bears the last name that it has given itself, and lets them go on. */
    public static String check() throws Exception {
        paused = true;
        for (Worker worker : WORKERS) {
            worker.standing.acquire();
        }
        String wrong = "";
        for (int attempt = 0; attempt == 0 || (!wrong.isEmpty() && attempt < ATTEMPTS); attempt++) {
            Thread.sleep(SETTLE_MILLIS);
            wrong = "";
            for (Worker worker : WORKERS) {
                String shown = NativeName.of(worker.number);
                boolean right = shown.equals(worker.last) && worker.getName().equals(worker.last);
                wrong += right ? "" : worker.kind + " " + worker.last + " is " + worker.getName() + " / " + shown + " ";
            }
        }
        paused = false;
        for (Worker worker : WORKERS) {
            worker.go.release();
        }
        return wrong.isEmpty() ? "right" : wrong;
    }

    /** Returns the number of open name files. */
    public static String files() throws IOException {
        int count = 0;
        for (File file : new File("/proc/self/fd").listFiles()) {
            try {
                Path target = Files.readSymbolicLink(Path.of(file.getPath()));
                count += target.toString().matches("/proc/.*/comm\\b.*") ? 1 : 0;
            } catch (NoSuchFileException closed) {
                continue;
            }
        }
        return Integer.toString(count);
    }

    private enum Kind {
        LIBRARY, JDK, BOTH;

        boolean asksLibrary(int count) {
            return this == LIBRARY || (this == BOTH && (count * 31 & 4) == 0);
        }
    }

    private static final class Worker extends Thread {
        final Semaphore standing = new Semaphore(0);
        final Semaphore go = new Semaphore(0);
        final Kind kind;
        final int index;
        volatile long number;
        volatile String last = "";

        Worker(Kind kind, int index) {
            this.kind = kind;
            this.index = index;
        }

        @Override
        public void run() {
            try {
                number = NativeName.ownNumber();
                for (int count = 0;; count++) {
                    last = "w" + index + "-" + count;
                    if (kind.asksLibrary(count)) {
                        ThreadNames.set(last);
                    } else {
                        setName(last);
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
