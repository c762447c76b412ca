package dev.slipstream.priority;

import dev.slipstream.priority.Applied.Outcome;
import java.util.Optional;

/** Methods that set and read a thread's level. */
final class Setting {
    private Setting() {
    }

    static Applied set(Thread thread, Level asked) {
        String whyNot = NativeThread.whyNot(thread);
        if (whyNot != null) {
            return new Applied(Outcome.UNSUPPORTED, asked, Optional.empty(), "unsupported: " + whyNot);
        }
        NativeThread target = NativeThread.of(thread);
        if (target == null) {
            return notAlive(asked);
        }
        boolean done = asked.policy() != Level.Policy.REAL_TIME && target.set(asked);
        Level level = target.level();
        if (!target.isAlive()) {
            return notAlive(asked);
        }
        if (done && level.equals(asked)) {
            return new Applied(Outcome.APPLIED, asked, Optional.of(level), "");
        }
        String why = done ? "somebody else sets it too" : refusal(level, asked);
        return new Applied(Outcome.REFUSED, asked, Optional.of(level), why);
    }

    private static Applied notAlive(Level asked) {
        return new Applied(Outcome.NOT_ALIVE, asked, Optional.empty(), "the thread is not alive");
    }

    private static String refusal(Level now, Level asked) {
        if (now.policy() == Level.Policy.REAL_TIME || asked.policy() == Level.Policy.REAL_TIME) {
            return "a real-time policy is left alone";
        }
        return Probe.whyNotRaised();
    }

    static Optional<Level> of(Thread thread) {
        if (NativeThread.whyNot(thread) != null) {
            return Optional.empty();
        }
        NativeThread target = NativeThread.of(thread);
        if (target == null) {
            return Optional.empty();
        }
        Level level = target.level();
        return target.isAlive() ? Optional.of(level) : Optional.empty();
    }
}
