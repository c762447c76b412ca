package dev.slipstream.priority;

import java.util.concurrent.CountDownLatch;

/** Program of {@link PrioritiesTest}, which sets levels of every kind, and prints the results. */
final class PrioritiesProgram {
    private PrioritiesProgram() {}

    public static void main(String[] args) throws Exception {
        Permission permission = Priorities.permission();
        System.out.println("supported " + permission.isSupported() + " " + permission.whyNot());
        System.out.println("permitted from " + permission.smallestNice() + " restore " + permission.canRestore() + " others "
                + permission.canSetOthers() + " " + permission.whyNotRaised());
        onThread(() -> print("own", Priorities.set(Level.nice(7))));
        onThread(() -> print("raised", Priorities.set(Level.nice(-3))));
        onThread(() -> print("batch", Priorities.set(Level.BATCH)));
        onThread(() -> {
            print("idle", Priorities.set(Level.IDLE));
            print("no longer idle", Priorities.set(Level.nice(0)));
        });
        onThread(() -> print("real-time", Priorities.set(new Level(Level.Policy.REAL_TIME, 0))));
        onThread(PrioritiesProgram::scopes);
        others();
        if (Runtime.version().feature() >= 21) {
            Thread virtual = (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null,
                    (Runnable) () -> print("virtual", Priorities.set(Level.nice(3))));
            virtual.join();
        }
    }

    private static void scopes() {
        try (ScopedPriority scope = Priorities.scoped(Level.nice(5))) {
            print("scoped", scope.applied());
            try (ScopedPriority same = Priorities.scoped(Level.nice(5))) {
                print("the same again", same.restore());
            }
            print("restored", scope.restore());
        }
        System.out.println("afterwards " + Priorities.of(Thread.currentThread()));
    }

    private static void others() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        Thread other = new Thread(() -> await(end));
        print("not started", Priorities.set(other, Level.nice(4)));
        other.start();
        print("other", Priorities.set(other, Level.nice(4)));
        System.out.println("of other " + Priorities.of(other));
        end.countDown();
        other.join();
        print("ended", Priorities.set(other, Level.nice(4)));
        System.out.println("of ended " + Priorities.of(other));
    }

    private static void await(CountDownLatch end) {
        try {
            end.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void onThread(Runnable task) throws InterruptedException {
        Thread thread = new Thread(task);
        thread.start();
        thread.join();
    }

    private static void print(String what, Applied applied) {
        System.out.println(what + ": " + applied.outcome() + " " + applied.level() + " " + applied.reason());
    }
}
