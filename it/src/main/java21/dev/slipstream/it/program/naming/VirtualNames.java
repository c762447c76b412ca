package dev.slipstream.it.program.naming;

import dev.slipstream.it.program.common.NativeName;
import java.io.IOException;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;

/** Virtual threads that rename themselves. The names of their carriers must not change. */
public final class VirtualNames {
    private static final int THREADS = 200;
    private static final int RENAMES = 100;

    private VirtualNames() {}

    /** Runs the program. */
    public static void main(String[] args) throws Exception {
        ConcurrentSkipListSet<String> wrong = new ConcurrentSkipListSet<>();
        ConcurrentSkipListSet<String> carriers = new ConcurrentSkipListSet<>();
        CountDownLatch done = new CountDownLatch(THREADS);
        for (int i = 0; i < THREADS; i++) {
            int number = i;
            Thread.startVirtualThread(() -> {
                for (int j = 0; j < RENAMES; j++) {
                    String name = "virtual-" + number + "-" + j;
                    Thread.currentThread().setName(name);
                    Thread.yield();
                    if (Thread.currentThread().getName() != name) {
                        wrong.add(name);
                    }
                }
                carriers.add(nativeName());
                done.countDown();
            });
        }
        done.await();
        Thread.sleep(100);
        carriers.removeIf(name -> name.startsWith("ForkJoi") || name.startsWith("slipstr"));
        System.out.println("wrong " + wrong + " carriers " + carriers);
    }

    private static String nativeName() {
        try {
            return NativeName.own();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
