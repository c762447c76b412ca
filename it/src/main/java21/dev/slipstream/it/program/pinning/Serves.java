package dev.slipstream.it.program.pinning;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A service whose requests wait, while they hold a monitor, for what a virtual thread that is started later brings. It prints a line
 * for each round of requests. On JDK 21 to 23 the first round never ends unless there are spare carriers.
 */
public final class Serves {
    private static final int REQUESTS = 10;

    /** Most of a round, since a thread dump knows a carrier by the virtual thread that it has at that moment. */
    private static final long BEFORE_MILLIS = 150;

    private static final long BETWEEN_MILLIS = 50;

    private Serves() {}

    /** Runs the service. */
    public static void main(String[] args) throws InterruptedException {
        for (int round = 1; true; round++) {
            LinkedBlockingQueue<String> connections = new LinkedBlockingQueue<>();
            CountDownLatch answered = new CountDownLatch(REQUESTS);
            for (int i = 0; i < REQUESTS; i++) {
                Thread.ofVirtual().start(() -> answer(new Object(), connections, answered));
            }
            Thread.sleep(BEFORE_MILLIS);
            Thread.ofVirtual().start(() -> {
                for (int i = 0; i < REQUESTS; i++) {
                    connections.add("connection");
                }
            });
            answered.await();
            System.out.println("round " + round);
            Thread.sleep(BETWEEN_MILLIS);
        }
    }

    private static void answer(Object session, LinkedBlockingQueue<String> connections, CountDownLatch answered) {
        synchronized (session) {
            try {
                connections.take();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        answered.countDown();
    }
}
