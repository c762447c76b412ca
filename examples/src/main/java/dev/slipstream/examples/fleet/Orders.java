package dev.slipstream.examples.fleet;

import dev.slipstream.examples.common.Example;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;

/** Application whose workers bear the name of the order that they work on. It ends with its standard input. */
public final class Orders {
    private static final int WORKERS = 4;
    private static final int PAUSE_MILLIS = 2;

    private Orders() {}

    /** Prints {@code ready} when all workers have begun. */
    public static void main(String[] args) throws IOException, InterruptedException {
        CountDownLatch begun = new CountDownLatch(WORKERS);
        for (int i = 0; i < WORKERS; i++) {
            Thread.ofPlatform().daemon().start(() -> work(begun));
        }
        begun.await();
        System.out.println("ready");
        Example.awaitEndOfInput();
        System.exit(0);
    }

    private static void work(CountDownLatch begun) {
        String idle = Thread.currentThread().getName();
        for (int order = 0; true; order++) {
            Thread.currentThread().setName("order " + order);
            try {
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                return;
            }
            Thread.currentThread().setName(idle);
            begun.countDown();
        }
    }
}
