package dev.slipstream.it.program;

import dev.slipstream.it.program.common.VirtualThreads;

/** Application that prints, uses virtual threads if the JDK has them, and exits with code 7. */
public final class ExitsWithSeven {
    private ExitsWithSeven() {}

    /** Runs the program. */
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
