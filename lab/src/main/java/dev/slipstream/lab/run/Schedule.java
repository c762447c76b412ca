package dev.slipstream.lab.run;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * What is still to run, and how long that takes: as long as what ran under the same name, or as expected where nothing did.
 * Thread-safe, since a progress bar asks from a thread of its own.
 */
public final class Schedule {
    private static final class Steps {
        private int left;
        private int done;
        private double secondsEach;
    }

    private final Map<String, Steps> steps = new HashMap<>();

    /** An empty schedule. */
    Schedule() {
    }

    /** Adds steps of one kind. */
    synchronized void add(String name, int count, double expectedSeconds) {
        Steps entry = steps.computeIfAbsent(name, unused -> new Steps());
        entry.left += count;
        if (entry.done == 0) {
            entry.secondsEach = expectedSeconds;
        }
    }

    /** A step of that kind took so long. */
    synchronized void done(String name, double seconds) {
        Steps entry = steps.get(name);
        entry.secondsEach = (entry.secondsEach * entry.done + seconds) / (entry.done + 1);
        entry.done++;
        entry.left--;
    }

    /** How long a step takes, as far as is known; 0 for one that was never added. */
    synchronized double secondsEach(String name) {
        Steps known = steps.get(name);
        return known == null ? 0 : known.secondsEach;
    }

    /**
     * How many steps there are, done or not.
     *
     * @return their number
     */
    public synchronized int size() {
        return steps.values().stream().mapToInt(entry -> entry.left + entry.done).sum();
    }

    /**
     * How long the rest will take.
     *
     * @return to the second
     */
    public synchronized Duration left() {
        double seconds = steps.values().stream().mapToDouble(entry -> entry.left * entry.secondsEach).sum();
        return Duration.ofSeconds(Math.round(seconds));
    }
}
