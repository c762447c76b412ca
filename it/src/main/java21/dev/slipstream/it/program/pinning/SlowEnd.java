package dev.slipstream.it.program.pinning;

/** Ends a virtual thread, which may take long. Then a virtual thread waits to enter a monitor, and must enter it. */
public final class SlowEnd {
    private SlowEnd() {}

    /** Runs the program. */
    public static void main(String[] args) throws InterruptedException {
        Thread.startVirtualThread(() -> {}).join();
        Object monitor = new Object();
        Thread entering;
        synchronized (monitor) {
            entering = Thread.startVirtualThread(() -> {
                synchronized (monitor) {
                    System.out.println("PASS");
                }
            });
            while (entering.getState() != Thread.State.BLOCKED) {
                Thread.onSpinWait();
            }
        }
        entering.join();
    }
}
