package dev.slipstream.diagnose.result;

import java.util.List;

/**
 * The threads of a JVM while it was watched for some seconds: the carriers of its virtual threads, and the places where threads
 * wait. A recording shows a wait when it ends, so a JVM that hangs records nothing.
 *
 * @param state the verdict
 * @param all the number of carriers that existed
 * @param held the number of carriers that kept one virtual thread throughout and did not run it
 * @param ran the number of carriers that ran in that time
 * @param heldSeconds the time for which all of {@code held} have not run, at least, in seconds; 0 if none is held
 * @param watchedSeconds the time between the first look and the last, in seconds
 * @param waiting the number of virtual threads that waited for a carrier throughout, at least; null if unknown
 * @param holds where the virtual threads of the held carriers wait, those that hold most carriers first
 * @param waits where other threads wait, those with most threads first; empty if that was not looked at
 * @param deadlock the threads of a cycle of monitors, each with what it waits for; empty if none was seen
 * @param attachHelps whether attaching the remedy frees them; null if unknown, or if none is held
 * @param notes what could not be seen, or is to be known besides, a sentence each
 */
public record Carriers(State state, int all, int held, int ran, double heldSeconds, double watchedSeconds, Integer waiting,
        List<Hold> holds,
        List<Wait> waits, List<String> deadlock, Boolean attachHelps, List<String> notes) {
    /** Copies the lists. */
    public Carriers {
        holds = List.copyOf(holds);
        waits = List.copyOf(waits);
        deadlock = List.copyOf(deadlock);
        notes = List.copyOf(notes);
    }

    /**
     * {@return a verdict without figures, for a JVM that could not be watched}
     *
     * @param why the reasons, a sentence each
     */
    public static Carriers unknown(String... why) {
        return new Carriers(State.UNKNOWN, 0, 0, 0, 0, 0, null, List.of(), List.of(), List.of(), null, List.of(why));
    }

    /** The state of the carriers, as it was seen. */
    public enum State {
        /** No carrier runs, and those that count are held in waits without a time limit: no virtual thread can run. */
        HANGS,
        /** Every carrier that counts is held; whether a virtual thread waits for one is unknown. */
        FULL,
        /** Carriers are held while virtual threads wait for one; some carriers run, or the waits have a time limit. */
        SLOWED,
        /** A cycle of monitors holds them, which no carrier can open. */
        DEADLOCK,
        /** Carriers are held, and no virtual thread was seen to wait for one. */
        HELD,
        /** No carrier is held. */
        FREE,
        /** It could not be seen; the notes say why. */
        UNKNOWN
    }

    /**
     * A place that holds carriers.
     *
     * @param method the application's method that waits, with its class; the JDK's if there is none; empty if unknown
     * @param line its line in the source; -1 if unknown
     * @param reason why the virtual thread does not release its carrier, such as {@code monitor entry}
     * @param waitsFor the class of what it waits for, with its owner where that is known; empty if unknown
     * @param carriers the number of carriers
     */
    public record Hold(String method, int line, String reason, String waitsFor, int carriers) {}

    /**
     * A place where threads wait that hold no carrier.
     *
     * @param method the application's method that waits, with its class
     * @param line its line in the source; -1 if unknown
     * @param what the JDK's method in which they wait, such as {@code Semaphore.acquire}
     * @param threads the number of threads
     * @param nested whether a stack shows that this method was entered twice, through other code: nested use of what it waits for
     */
    public record Wait(String method, int line, String what, int threads, boolean nested) {}

    /** {@return whether virtual threads cannot run, or have to wait for a carrier, for a reason that a remedy covers} */
    public boolean isStarved() {
        return state == State.HANGS || state == State.FULL || state == State.SLOWED;
    }
}
