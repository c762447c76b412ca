package dev.slipstream.it.program;

import dev.slipstream.it.program.common.Failing;
import dev.slipstream.it.program.common.Faults;
import dev.slipstream.it.program.common.UntilNoneFails;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** Has allocations in Slipstream's code fail. For {@link Console}. */
public final class OutOfMemory {
    private static final long LATER_MILLIS = 1_300;
    private static final int CODE = 7;
    private static final List<Callable<String>> held = new ArrayList<>();

    private OutOfMemory() {}

    /** Lets each allocation of rewritten methods on the application's threads fail, and returns how many, or what differs. */
    public static String inARewrittenMethod(String faults) throws Exception {
        return Faults.of(faults).failAllocations();
    }

    /** Lets an allocation fail in a place where none has failed. */
    public static String next() {
        Failing.next();
        return "armed";
    }

    /** Lets all allocations fail. */
    public static String all() {
        Failing.all();
        return "armed";
    }

    /** Lets no more fail, and returns the last failure, or an empty text. */
    public static String end() {
        Failing.end();
        return UntilNoneFails.failure();
    }

    /** Has remedies hold something for the application, given the names of their {@link Faults}. */
    public static String hold(String faults) throws Exception {
        held.clear();
        for (String each : faults.split(",")) {
            held.add(Faults.of(each).hold());
        }
        return "held";
    }

    /** Uses that, and returns what differs, or {@code right}. */
    public static String letGo() throws Exception {
        List<String> wrong = new ArrayList<>();
        for (Callable<String> each : held) {
            String differs = each.call();
            if (differs != null) {
                wrong.add(differs);
            }
        }
        return wrong.isEmpty() ? "right" : String.join("; ", wrong);
    }

    /**
     * Holds and uses at the start and when the agent has done what it does later, reports a failure to stderr, and exits.
     *
     * @param args what {@link #hold} takes
     */
    public static void main(String[] args) throws Exception {
        hold(args[0]);
        System.out.println(letGo());
        Thread.sleep(LATER_MILLIS);
        hold(args[0]);
        System.out.println(letGo());
        System.err.println("failed" + UntilNoneFails.failure());
        System.exit(CODE);
    }
}
