package dev.slipstream.it.program;

/** An application: prints, uses virtual threads where there are some, and ends with an exit code of its own. */
public final class ExitsWithSeven {
    private ExitsWithSeven() {
    }

    /** Runs it. */
    public static void main(String[] args) throws InterruptedException {
        System.out.println("begins with " + args.length + " arguments");
        if (VirtualThreads.exist()) {
            VirtualThreads.runPinned(50);
            System.out.println("50 virtual threads have ended");
        }
        System.out.println("ends");
        System.exit(7);
    }
}
