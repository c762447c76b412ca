package dev.slipstream.cli.report;

import dev.slipstream.results.Subject;
import dev.slipstream.results.Subject.Kind;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The subjects of measurements in the order of the JDKs, with their shapes and colours in plots. Immutable. */
public final class Subjects {
    /** Names that no subject has come last, in the order of their appearance. */
    private static final Subject LAST = new Subject(Kind.FLOOR, Integer.MAX_VALUE);

    private final List<String> names;

    /**
     * Creates the subjects.
     *
     * @param names their names, each any number of times
     */
    public Subjects(Stream<String> names) {
        this.names = names.distinct().sorted(Comparator.comparing(name -> named(name).orElse(LAST))).toList();
    }

    /** Returns the names in order. */
    public List<String> names() {
        return names;
    }

    /** Returns the titles of the columns of their figures. */
    List<String> columns() {
        return names.stream().map(name -> ">" + Words.subject(name)).toList();
    }

    /** Returns the kinds in order. */
    public List<Kind> kinds() {
        return names.stream().flatMap(name -> kind(name).stream()).distinct().sorted().toList();
    }

    /** Returns the number of a subject's shape. */
    public int shape(String name) {
        return Math.max(0, names.indexOf(name));
    }

    /** Returns the style class of a subject's colour, which subjects of a kind share. */
    public static String style(String name) {
        return "kind-" + kind(name).map(kind -> kind.name().toLowerCase(Locale.ROOT)).orElse("other");
    }

    /** Returns the kind of the subject of a name; empty if no subject has it. */
    public static Optional<Kind> kind(String name) {
        return named(name).map(Subject::kind);
    }

    /** Returns the subject of a name; empty if no subject has it. */
    public static Optional<Subject> named(String name) {
        try {
            return Optional.of(Subject.named(name));
        } catch (IllegalArgumentException unknown) {
            return Optional.empty();
        }
    }
}
