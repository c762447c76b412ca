package jdk.internal.foreign;

import java.util.concurrent.locks.ReentrantLock;

/**
 * Closers of shared arenas go one after the other. Each has all threads look whether they are inside the session, a handshake,
 * which the VM makes for one closer at a time anyway; but those that wait for their turn there are all woken at every step of
 * every handshake, and four of them take more than twice as long as one after the other.
 *
 * <p>Hazards. Whoever holds the lock is in the VM, which needs no lock of Java's for it, and comes out. A virtual thread that
 * waits here gives its carrier away, where the VM would have kept it waiting.
 */
final class Closers {
    private static final ReentrantLock one = new ReentrantLock();

    private Closers() {
    }

    /** @return not negative: the body is to be run */
    static long enter() {
        Stripes.needStack();
        one.lock();
        return 0;
    }

    static void leave(long token) {
        one.unlock();
    }
}
