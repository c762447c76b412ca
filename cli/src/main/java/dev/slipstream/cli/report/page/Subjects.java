package dev.slipstream.cli.report.page;

import dev.slipstream.cli.report.Words;
import dev.slipstream.lab.Subject.Kind;
import dev.slipstream.lab.result.Results.ClaimResult;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The subjects of an experiment in the order of the JDKs, with their shapes and colours in plots. */
final class Subjects {
    private static final List<String> KINDS =
            List.of("stock", "twin", "option", "inert", "slipstream", "alone", "defaults", "baked", "library", "floor");

    private final List<String> names;

    Subjects(Stream<String> names) {
        this.names = names.distinct()
                .sorted(Comparator.comparingInt(Subjects::feature).thenComparing(name -> KINDS.indexOf(kind(name))))
                .toList();
    }

    List<String> names() {
        return names;
    }

    /** Writes what the names of the subjects mean; nothing if none of them is known. */
    void explain(Html html) {
        List<Kind> kinds = names.stream().filter(Subjects::isOurs).map(name -> Kind.valueOf(kind(name).toUpperCase(Locale.ROOT)))
                .distinct().sorted().toList();
        if (!kinds.isEmpty()) {
            html.open("dl", "class", "words");
            for (Kind kind : kinds) {
                String name = names.stream().filter(each -> kind(each).equalsIgnoreCase(kind.name())).findFirst().orElseThrow();
                html.open("div").element("dt", Words.subject(name) + ":").text(" ").element("dd", meaning(kind)).close();
            }
            html.end();
        }
    }

    private static String meaning(Kind kind) {
        return switch (kind) {
            case STOCK -> "the JDK as it is";
            case TWIN -> "the same once more: a difference is noise";
            case OPTION -> "the JDK with its own option against the cost";
            case INERT -> "with the agent, and nothing installed";
            case SLIPSTREAM -> "with the agent, and this remedy alone";
            case ALONE -> "the same on one thread, where the workload has several";
            case DEFAULTS -> "with the agent, and all remedies that are on by default";
            case BAKED -> "a copy of the JDK with the remedies in it, without an agent";
            case LIBRARY -> "the JDK as it is, with calls of Slipstream\u2019s library";
            case FLOOR -> "the least time that the machine or the system allows";
        };
    }

    /** Returns a subject's name for readers; an unknown name is unchanged. */
    static String shown(String name) {
        return isOurs(name) ? Words.subject(name) : name;
    }

    /** Returns a claim's sentence for readers; the claim's own text if a subject is unknown. */
    static String shown(ClaimResult claim) {
        return isOurs(claim.subject()) && isOurs(claim.reference()) ? Words.claim(claim) : claim.text();
    }

    /** Returns what a control implies for other differences; empty if a subject is unknown. */
    static Optional<String> noise(ClaimResult claim) {
        return isOurs(claim.subject()) && isOurs(claim.reference()) ? Words.noise(claim) : Optional.empty();
    }

    private static boolean isOurs(String name) {
        return KINDS.contains(kind(name)) && feature(name) != Integer.MAX_VALUE;
    }

    /** Returns the number of a subject's shape. */
    int shape(String name) {
        return Math.max(0, names.indexOf(name));
    }

    /** Returns the style class of a subject's colour, which subjects of a kind share. */
    static String style(String name) {
        return KINDS.contains(kind(name)) ? "kind-" + kind(name) : "kind-other";
    }

    /** Returns the kind of a subject: the first word of its name in lower case. */
    static String kind(String name) {
        int space = name.indexOf(' ');
        return (space < 0 ? name : name.substring(0, space)).toLowerCase(Locale.ROOT);
    }

    /** Returns the JDK's feature release; {@link Integer#MAX_VALUE}, which sorts last, if the name has none. */
    static int feature(String name) {
        String digits = name.substring(name.indexOf(' ') + 1);
        return digits.matches("\\d{1,6}") ? Integer.parseInt(digits) : Integer.MAX_VALUE;
    }
}
