package dev.slipstream.it.program;

import java.util.concurrent.CountDownLatch;

/** An agent that keeps the attach listener of its JVM for ever. */
public final class NeverReturns {
    private NeverReturns() {}

    /** Waits. */
    public static void agentmain(String options) throws InterruptedException {
        System.out.println("never returns");
        System.out.flush();
        new CountDownLatch(1).await();
    }
}
