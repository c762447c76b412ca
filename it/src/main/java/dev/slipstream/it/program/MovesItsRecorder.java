package dev.slipstream.it.program;

/** Keeps claiming that its flight recorder writes to another folder, which is the argument. */
public final class MovesItsRecorder {
    private MovesItsRecorder() {
    }

    /** Runs until it is killed. */
    public static void main(String[] args) {
        System.out.println("ready");
        while (true) {
            System.setProperty("jdk.jfr.repository", args[0]);
        }
    }
}
