package dev.slipstream.it.program;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Virtual threads that sleep while pinned. Prints the highest number of carriers, and when few enough are left. */
public final class Sleepers {
    private Sleepers() {
    }

    /** Arguments: the number of threads, the milliseconds to sleep, and optionally the number of carriers that may be left. */
    public static void main(String[] args) throws InterruptedException {
        int most = 0;
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < Integer.parseInt(args[0]); i++) {
            threads.add(Pinned.start(() -> Pinned.sleep(Long.parseLong(args[1]))));
        }
        for (Thread thread : threads) {
            while (!thread.join(Duration.ofMillis(5))) {
                most = Math.max(most, Threads.carriers());
            }
        }
        System.out.println("most " + most);
        if (args.length > 2) {
            int left = Integer.parseInt(args[2]);
            while (Threads.carriers() > left) {
                Thread.sleep(500);
            }
            System.out.println("left at most " + left);
        }
        System.out.println("PASS");
    }
}
