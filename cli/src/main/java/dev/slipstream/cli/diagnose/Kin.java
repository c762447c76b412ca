package dev.slipstream.cli.diagnose;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Threads that do the same work: their stacks begin in the same method of the application. What is hardly ever seen is seen of some
 * of them only.
 */
final class Kin {
    /** More tell nothing: such a thread runs whatever it is given. */
    private static final int MOST_BEGINNINGS = 4;

    private final Map<Object, Set<String>> beginnings = new HashMap<>();
    private final Set<String> ofThose = new HashSet<>();

    /**
     * Notes where a stack begins.
     *
     * @param thread whose it is
     * @param beginning the method, as {@link Frames#beginning} has it
     * @param isOneOfThose whether the thread was seen at what is looked for
     */
    void add(Object thread, String beginning, boolean isOneOfThose) {
        if (beginning.isEmpty()) {
            return;
        }
        Set<String> known = beginnings.get(thread);
        if (known == null) {
            if (beginnings.size() >= Profile.MOST_THREADS) {
                return;
            }
            known = new HashSet<>();
            beginnings.put(thread, known);
        }
        if (known.size() < MOST_BEGINNINGS || known.contains(beginning)) {
            known.add(beginning);
            if (isOneOfThose) {
                ofThose.add(beginning);
            }
        }
    }

    /** The threads that were seen at what is looked for, and those that do the same work. */
    Set<Object> all() {
        Set<Object> kin = new HashSet<>();
        beginnings.forEach((thread, known) -> {
            if (known.stream().anyMatch(ofThose::contains)) {
                kin.add(thread);
            }
        });
        return kin;
    }
}
