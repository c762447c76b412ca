package dev.slipstream.runtime.naming;

import dev.slipstream.runtime.threads.Limits;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Program in which more threads rename themselves than may keep a file open; with the argument {@code taken}, no file is left. */
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
            takeMore(publisher, OpenSlots.shareOf(Limits.ofThisProcess().soft("Max open files")));
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

    private static void takeMore(NamePublisher publisher, int most) throws Exception {
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
            // Does not outlive a failure.
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
        opened.await();
        awaitPublished(publisher, THREADS);
        long files = publisher.counters().get("files");
        if (publisher.counters().get("filesRefused") != 0 || files == 0 || files > most) {
            throw new AssertionError(publisher.counters());
        }
        renameWithoutFiles(publisher);
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

    /** A thread beyond the share renames itself while no file can be opened: its name is shown once one can. */
    private static void renameWithoutFiles(NamePublisher publisher) throws Exception {
        OnThread.call(() -> {
            try (NameSlot slot = OnThread.publishedSlot(publisher)) {
                OnThread.rename(slot, "before");
                awaitPublished(publisher, THREADS + 1);
                List<FileInputStream> taken = new ArrayList<>();
                try {
                    takeUntilRefused(taken);
                    if (!OnThread.rename(slot, "meanwhile")) {
                        throw new AssertionError("left to the JDK");
                    }
                    Thread.sleep(50);
                } finally {
                    for (FileInputStream file : taken) {
                        file.close();
                    }
                }
                awaitPublished(publisher, THREADS + 2);
                String shown = new String(Comm.OF_LINUX.read(), StandardCharsets.US_ASCII);
                if (!shown.equals("meanwhile")) {
                    throw new AssertionError(shown);
                }
            }
            return null;
        });
    }

    private static void awaitPublished(NamePublisher publisher, int names) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (publisher.counters().get("published") < names) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionError(publisher.counters());
            }
            Thread.sleep(1);
        }
    }
}
