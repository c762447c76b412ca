package dev.slipstream.cli.diagnose.profile;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Groups threads that do the same work: their stacks begin in the same method of the application. Rarely sampled behaviour is
 * seen in some of these threads only.
 */
public final class SimilarThreads {
    /** Maximum per thread. A thread with more runs arbitrary tasks, so its beginnings tell nothing. */
    private static final int MOST_BEGINNINGS = 4;

    private final Map<Object, Set<String>> beginnings = new HashMap<>();
    private final Set<String> ofThose = new HashSet<>();

    /**
     * Records the method in which a stack begins.
     *
     * @param thread the thread
     * @param beginning the method, as returned by {@link Frames#beginning}
     * @param isOneOfThose whether this sample shows the behaviour in question
     */
    public void add(Object thread, String beginning, boolean isOneOfThose) {
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

    /** Returns the threads whose samples showed the behaviour in question, and those that do the same work. */
    public Set<Object> all() {
        Set<Object> kin = new HashSet<>();
        beginnings.forEach((thread, known) -> {
            if (known.stream().anyMatch(ofThose::contains)) {
                kin.add(thread);
            }
        });
        return kin;
    }
}
