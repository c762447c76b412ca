package dev.slipstream.runtime.naming;

import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Program in which more threads rename themselves than there are files for; with the argument {@code taken}, no file is left. */
final class FileLimitProgram {
    private static final int THREADS = 60;
    private static final int REFUSALS = 50;
    private static final long PATIENCE_NANOS = 10_000_000_000L;

    private FileLimitProgram() {}

    public static void main(String[] args) throws Exception {
        Host host = new Host();
        NamePublisher publisher = NamePublisher.start(host, 1_000_000, NativeNames.ofThisJdk());
        if (args.length > 0) {
            takeAll(publisher, host);
        } else {
            takeMore(publisher);
        }
        System.out.println(host.refusals);
        System.out.println(publisher.counters().get("files") == 0 ? "none left" : publisher.counters());
    }

    private static void takeAll(NamePublisher publisher, Host host) throws Exception {
        // Loads all classes, since no class file can be opened later.
        boolean before = OnThread.call(() -> renamesItself(publisher));
        List<FileInputStream> taken = new ArrayList<>();
        boolean after;
        try {
            takeUntilRefused(taken);
            after = OnThread.call(() -> renamesItself(publisher));
        } finally {
            for (FileInputStream file : taken) {
                file.close();
            }
        }
        boolean again = OnThread.call(() -> renamesItself(publisher));
        if (!before || after || !again) {
            throw new AssertionError(before + " " + after + " " + again);
        }
        // The publisher's own thread reports the refusal, in its next round.
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (host.refusals.isEmpty() && System.nanoTime() - end < 0) {
            Thread.sleep(1);
        }
        publisher.close();
    }

    private static boolean renamesItself(NamePublisher publisher) {
        try (NameSlot slot = OnThread.publishedSlot(publisher)) {
            return OnThread.rename(slot, "taken");
        }
    }

    /** The JVM's own threads open files for a moment, which are free again after the first refusal. */
    private static void takeUntilRefused(List<FileInputStream> taken) throws InterruptedException {
        for (int refusals = 0; refusals < REFUSALS;) {
            try {
                taken.add(new FileInputStream("/dev/null"));
            } catch (FileNotFoundException refused) {
                refusals++;
                Thread.sleep(1);
            }
        }
    }

    private static void takeMore(NamePublisher publisher) throws Exception {
        CountDownLatch opened = new CountDownLatch(THREADS);
        CountDownLatch end = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        String[] shown = new String[THREADS];
        for (int i = 0; i < THREADS; i++) {
            int number = i;
            Thread thread = new Thread(() -> {
                try (NameSlot slot = OnThread.publishedSlot(publisher)) {
                    OnThread.rename(slot, "thread " + number);
                    opened.countDown();
                    end.await();
                    shown[number] = new String(Comm.OF_LINUX.read(), StandardCharsets.US_ASCII);
                } catch (Exception e) {
                    shown[number] = e.toString();
                }
            });
            threads.add(thread);
            thread.start();
        }
        opened.await();
        Thread.sleep(200);
        long refused = publisher.counters().get("filesRefused");
        long files = publisher.counters().get("files");
        if (refused == 0 || files == 0 || refused + files != THREADS) {
            throw new AssertionError(publisher.counters());
        }
        // Frees files, so that the threads can read their names.
        publisher.close();
        end.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        for (int i = 0; i < THREADS; i++) {
            if (!("thread " + i).equals(shown[i])) {
                throw new AssertionError(shown[i]);
            }
        }
    }
}
