package dev.slipstream.it.program;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Virtual threads that sleep while pinned. Prints the most carriers there were, and how long it took until they were gone. */
public final class Sleepers {
    private Sleepers() {
    }

    /** Arguments: how many, for how many milliseconds, and optionally how many carriers are to be left in the end. */
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
