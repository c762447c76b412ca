package dev.slipstream.it.program.naming;

import dev.slipstream.it.program.common.NativeName;
import dev.slipstream.it.program.common.Settled;
import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Renames of one thread by itself and by other threads, and renames before its start and after its end. */
public final class NameSharing {
    private static final int WELL_KNOWN = 12;
    private static final int ROUNDS = 100_000;
    private static Settled settled;

    private NameSharing() {}

    /** Argument: the output to arrive at, see {@link Settled}. */
    public static void main(String[] args) throws Exception {
        settled = new Settled(args[0]);
        another();
        together();
        beforeAndAfter();
    }

    /** Renames a thread from another thread, then from itself to the same text, and back. */
    private static void another() throws Exception {
        ExecutorService executor = Executors.newSingleThreadExecutor();
        Thread thread = executor.submit(Thread::currentThread).get();
        for (int i = 0; i < WELL_KNOWN; i++) {
            rename(executor, "own-" + i);
        }
        show("own", executor, thread);
        thread.setName("by-another");
        show("by another", executor, thread);
        rename(executor, "by-another");
        show("the same by itself", executor, thread);
        thread.setName("own-11");
        show("by another back", executor, thread);
        rename(executor, "own-11");
        show("back by itself", executor, thread);
        rename(executor, "own-11");
        show("once more", executor, thread);
        thread.setName("between");
        rename(executor, "own-11");
        show("its own again", executor, thread);
        executor.submit(() -> {
            try {
                Thread.currentThread().setName(null);
            } catch (NullPointerException e) {
                System.out.println("null " + e.getMessage());
            }
        }).get();
        show("after null", executor, thread);
        executor.shutdown();
        executor.awaitTermination(1, TimeUnit.MINUTES);
    }

    private static void rename(ExecutorService executor, String name) throws Exception {
        executor.submit(() -> Thread.currentThread().setName(name)).get();
    }

    private static void show(String when, ExecutorService executor, Thread thread) throws Exception {
        settled.print(when + ": " + thread.getName() + " / ", () -> executor.submit(NativeName::own).get());
    }

    /** Renames a thread from itself while another thread keeps renaming it. */
    private static void together() throws Exception {
        ExecutorService executor = Executors.newSingleThreadExecutor();
        Thread thread = executor.submit(Thread::currentThread).get();
        AtomicBoolean done = new AtomicBoolean();
        Thread other = new Thread(() -> {
            for (int i = 0; !done.get(); i++) {
                thread.setName("other-" + i);
            }
        });
        other.start();
        int foreign = executor.submit(() -> {
            int names = 0;
            for (int i = 0; i < ROUNDS; i++) {
                Thread.currentThread().setName("self-" + i);
                String name = Thread.currentThread().getName();
                names += name.equals("self-" + i) || name.startsWith("other-") ? 0 : 1;
            }
            return names;
        }).get();
        done.set(true);
        other.join();
        settled.print("together " + foreign + " ", () -> executor.submit(NativeName::own).get());
        rename(executor, "last");
        show("after all", executor, thread);
        executor.shutdown();
        executor.awaitTermination(1, TimeUnit.MINUTES);
    }

    private static void beforeAndAfter() throws Exception {
        Thread thread = new Thread(() -> {
            try {
                System.out.println("began as " + NativeName.own());
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }, "new");
        thread.setName("before");
        System.out.println(thread.getName());
        thread.start();
        thread.join();
        thread.setName("after");
        System.out.println(thread.getName());
    }
}
