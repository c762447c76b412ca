package dev.slipstream.lab;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A program that passes or does not, on several subjects, each in a JVM of its own.
 *
 * <p>The program prints {@code PASS} and exits with 0 when all is right.
 *
 * @param id unique in the experiment, fit for a file name
 * @param title what it does
 * @param main the program's main class
 * @param jvmArgs the arguments that every subject gets
 * @param deadline after which it counts as hung and is killed
 * @param subjects the subjects in order, each with the ending that is claimed for it
 * @param repeats how often a subject that should pass must pass, at least 1
 * @param headline whether it is run before others, and stands for the remedy at a glance
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

    /** Copies, in the order of subjects. */
    public Scenario {
        jvmArgs = List.copyOf(jvmArgs);
        subjects = Collections.unmodifiableMap(new LinkedHashMap<>(subjects));
    }

    /** How a scenario ended. */
    public enum Ending {
        /** It printed PASS and exited with 0. */
        PASS,
        /** It was killed at the deadline. */
        HANG,
        /** It ended in any other way. */
        WRONG
    }

    /**
     * How often a subject is run: what should pass must do so every time, one hang shows that it can.
     *
     * @param subject the subject
     * @return at least 1
     */
    public int runs(Subject subject) {
        return subjects.get(subject) == Ending.PASS && subject.kind() == Subject.Kind.SLIPSTREAM ? repeats : 1;
    }
}
