package dev.slipstream.results;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Program that passes or fails, run on several subjects, each in its own JVM.
 *
 * <p>The program prints {@code PASS} and exits with 0 on success.
 *
 * @param id unique in the experiment, fit for a file name
 * @param title the title
 * @param main the program's main class
 * @param jvmArgs the arguments that every subject gets
 * @param deadline the time after which it counts as hung and is killed
 * @param subjects the subjects in order, each with its claimed ending
 * @param repeats the number of passes required of a subject that should pass, at least 1
 * @param headline whether it is run before others and represents the remedy in summaries
 */
public record Scenario(
        String id,
        String title,
        String main,
        List<String> jvmArgs,
        Duration deadline,
        Map<Subject, Ending> subjects,
        int repeats,
        boolean headline) {

    /** Copies the collections; the subjects keep their order. */
    public Scenario {
        jvmArgs = List.copyOf(jvmArgs);
        subjects = Collections.unmodifiableMap(new LinkedHashMap<>(subjects));
    }

    /** Outcome of a scenario. */
    public enum Ending {
        /** The program printed PASS and exited with 0. */
        PASS,
        /** The program was killed at the deadline. */
        HANG,
        /** The program ended in any other way. */
        WRONG
    }

    /**
     * Returns the number of runs of a subject. A subject that should pass must pass every time; one hang is enough to show that it
     * can hang.
     *
     * @param subject the subject
     * @return at least 1
     */
    public int runs(Subject subject) {
        return subjects.get(subject) == Ending.PASS && subject.kind() == Subject.Kind.SLIPSTREAM ? repeats : 1;
    }
}
