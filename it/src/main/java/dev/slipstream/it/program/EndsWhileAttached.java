package dev.slipstream.it.program;

import dev.slipstream.it.program.common.Threads;

/** Ends as soon as it has a thread of Slipstream's, which is before an attach is done. Prints {@code ready} first. */
public final class EndsWhileAttached {
    private EndsWhileAttached() {}

    public static void main(String[] args) {
        System.out.println("ready");
        while (Threads.ofSlipstream().isEmpty()) {
            Thread.onSpinWait();
        }
        Runtime.getRuntime().halt(0);
    }
}
