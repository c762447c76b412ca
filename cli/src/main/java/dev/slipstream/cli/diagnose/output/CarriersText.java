package dev.slipstream.cli.diagnose.output;

import dev.slipstream.diagnose.result.Carriers;
import dev.slipstream.diagnose.result.Carriers.Hold;
import dev.slipstream.diagnose.result.Carriers.State;
import dev.slipstream.diagnose.result.Carriers.Wait;
import dev.slipstream.diagnose.result.Diagnosis;
import dev.slipstream.diagnose.result.Percent;
import dev.slipstream.results.stats.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The state of a JVM's carriers, in words. */
public final class CarriersText {
    private static final int MONITORS_UNTIL = 23;

    private CarriersText() {}

    /** Returns whether a JVM was seen to hang, to be slowed, or to have a deadlock. */
    public static boolean isVerdict(Diagnosis diagnosis) {
        Carriers carriers = diagnosis.carriers();
        return carriers != null && (carriers.isStarved() || carriers.state() == State.DEADLOCK);
    }

    /**
     * Returns the verdict on a JVM that hangs, is slowed, or may hang.
     *
     * @param diagnosis the diagnosis
     * @return a sentence; empty if there is no such verdict
     */
    public static String verdict(Diagnosis diagnosis) {
        Carriers carriers = diagnosis.carriers();
        if (carriers == null) {
            return "";
        }
        return switch (carriers.state()) {
            case HANGS -> "It hangs: " + held(carriers)
                    + (carriers.held() < carriers.all() ? ", the others are idle" : "") + ", so no virtual thread can run.";
            case FULL ->
                "It may hang: " + held(carriers) + ", so no virtual thread could run; whether one is ready to was not seen.";
            case SLOWED -> "It is slowed: " + held(carriers) + " while virtual threads wait for one.";
            case DEADLOCK -> "It has a deadlock, which no remedy opens.";
            case HELD, FREE, UNKNOWN -> nested(diagnosis, carriers).map(wait -> "It may hang: "
                    + threads(wait.threads(), "thread") + " waited in " + Figures.text(wait.what()) + " at "
                    + place(wait.method(), wait.line()) + ", which they had entered before: nested use"
                    + " of what they wait for. No remedy helps.").orElse("");
        };
    }

    /** Returns the place where threads of an idle JVM wait for what they may hold themselves. */
    private static Optional<Wait> nested(Diagnosis diagnosis, Carriers carriers) {
        return diagnosis.isIdle() ? carriers.waits().stream().filter(Wait::nested).findFirst() : Optional.empty();
    }

    private static String held(Carriers carriers) {
        return carriers.held() + " of " + carriers.all() + (carriers.all() == 1 ? " carrier" : " carriers")
                + (carriers.held() == 1 ? " has" : " have")
                + " been held for at least " + Numbers.significant(carriers.heldSeconds()) + " s";
    }

    /**
     * Returns the summary of a JVM that did next to nothing.
     *
     * @param diagnosis a diagnosis that says so ({@link Diagnosis#isIdle})
     * @return a sentence
     */
    public static String idle(Diagnosis diagnosis) {
        Carriers carriers = diagnosis.carriers();
        String used = "it used " + Percent.lessThan(Objects.requireNonNull(diagnosis.processors())) + " of a processor";
        return carriers != null && carriers.ran() > 0
                ? "It runs, but " + used + ", too little to judge its costs; diagnose it under load."
                : "Idle: " + used + "; diagnose it under load, unless it should do something now.";
    }

    /**
     * Returns that carriers ran.
     *
     * @param diagnosis the diagnosis
     * @return a sentence; empty if that was not seen
     */
    static String runs(Diagnosis diagnosis) {
        Carriers carriers = diagnosis.carriers();
        return carriers == null || carriers.ran() == 0 || isVerdict(diagnosis) ? ""
                : "It does not hang: " + carriers.ran() + " of " + carriers(carriers.all()) + " ran while it was watched.";
    }

    /**
     * Returns the details.
     *
     * @param diagnosis the diagnosis
     * @return lines, each a fact; none if nothing is to be known
     */
    public static List<String> details(Diagnosis diagnosis) {
        Carriers carriers = diagnosis.carriers();
        List<String> lines = new ArrayList<>();
        if (carriers == null) {
            return lines;
        }
        String runs = runs(diagnosis);
        if (!runs.isEmpty() && !DiagnosisText.sentence(diagnosis).startsWith(runs)) {
            lines.add(runs);
        }
        carriers.deadlock().forEach(thread -> lines.add("Deadlock: " + Figures.text(thread) + "."));
        if (carriers.held() > 0) {
            if (!isVerdict(diagnosis)) {
                lines.add(held(carriers) + " by virtual threads that wait; "
                        + (carriers.waiting() == null ? "whether virtual threads wait for a carrier is unknown."
                                : "no virtual thread was seen to wait for a carrier."));
            }
            carriers.holds().forEach(hold -> lines.add("Held: " + carriers(hold.carriers()) + " at " + place(hold)
                    + (hold.waitsFor().isEmpty() ? "" : ", waiting for " + Figures.text(hold.waitsFor()))));
            if (carriers.waiting() != null && carriers.waiting() > 0) {
                lines.add("Waiting for a carrier: " + threads(carriers.waiting(), "virtual thread") + ", at least.");
            }
        }
        boolean idle = diagnosis.isIdle() && carriers.ran() == 0;
        if (carriers.state() == State.FREE && idle && !carriers.waits().isEmpty()) {
            lines.add("No carrier is held: if it hangs, pinning is not the cause.");
        }
        if (isVerdict(diagnosis) || idle) {
            carriers.waits().forEach(wait -> lines.add("Waiting: " + threads(wait.threads(), "thread") + " at "
                    + place(wait.method(), wait.line()) + " in " + Figures.text(wait.what())));
        }
        if (!carriers.isStarved()) {
            carriers.notes().forEach(note -> lines.add("Carriers: " + Figures.text(note)));
        }
        return lines;
    }

    private static String carriers(int count) {
        return count + (count == 1 ? " carrier" : " carriers");
    }

    private static String threads(int count, String one) {
        return Numbers.plain(count) + " " + one + (count == 1 ? "" : "s");
    }

    private static String place(Hold hold) {
        return hold.method().isEmpty() ? "a place that this JDK's dumps do not show"
                : place(hold.method(), hold.line()) + " (" + Figures.text(hold.reason()) + ")";
    }

    private static String place(String method, int line) {
        return Figures.text(method) + (line >= 0 ? ":" + line : "");
    }

    /**
     * Returns a sentence that tells others what was found, and what ends it.
     *
     * @param diagnosis the diagnosis of a JVM
     * @return the sentence; empty if it neither hangs nor is slowed
     */
    public static String forOthers(Diagnosis diagnosis) {
        Carriers carriers = diagnosis.carriers();
        if (carriers == null || !isVerdict(diagnosis)) {
            return "";
        }
        String what = Figures.jvm(diagnosis.jvm());
        if (carriers.state() == State.DEADLOCK) {
            return what + " has a deadlock: " + Figures.text(String.join("; ", carriers.deadlock()))
                    + ". Only a restart ends it; the order of the locks has to change.";
        }
        return what + switch (carriers.state()) {
            case HANGS -> " hangs: ";
            case FULL -> " may hang: ";
            default -> " is slowed: ";
        } + held(carriers) + ", their virtual threads wait at "
                + place(carriers.holds().get(0)) + ". "
                + (Boolean.TRUE.equals(carriers.attachHelps()) ? "Slipstream's remedy pinning frees them without a restart. "
                        : "")
                + forGood(diagnosis, carriers.holds().get(0));
    }

    private static String forGood(Diagnosis diagnosis, Hold hold) {
        if (hold.method().isEmpty()) {
            return "A diagnosis of the running JVM shows where.";
        }
        boolean monitor = diagnosis.jvm().feature() <= MONITORS_UNTIL
                && (hold.reason().contains("monitor") || hold.reason().contains("Object.wait"));
        return monitor ? "To cure it for good, replace synchronized there by a ReentrantLock, or use JDK 24 or later."
                : "To cure it for good, wait elsewhere than in a class initialiser, a class loader or a native call.";
    }
}
