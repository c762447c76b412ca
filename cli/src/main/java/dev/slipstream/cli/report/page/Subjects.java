package dev.slipstream.cli.report.page;

import dev.slipstream.cli.report.Sentences;
import dev.slipstream.lab.result.ClaimResult;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The subjects of an experiment in the order of the JDKs, each with its look in every plot. */
final class Subjects {
    private static final List<String> KINDS =
            List.of("stock", "twin", "option", "inert", "slipstream", "alone", "defaults", "library", "floor");

    private final List<String> names;

    Subjects(Stream<String> names) {
        this.names = names.distinct()
                .sorted(Comparator.comparingInt(Subjects::feature).thenComparing(name -> KINDS.indexOf(kind(name))))
                .toList();
    }

    List<String> names() {
        return names;
    }

    /** Its name for readers; one that is none of ours stays as it is. */
    static String shown(String name) {
        return isOurs(name) ? Sentences.subject(name) : name;
    }

    /** The sentence of a claim for readers, likewise. */
    static String shown(ClaimResult claim) {
        return isOurs(claim.subject()) && isOurs(claim.reference()) ? Sentences.claim(claim) : claim.text();
    }

    /** What a control says of smaller differences. */
    static Optional<String> noise(ClaimResult claim) {
        return isOurs(claim.subject()) && isOurs(claim.reference()) ? Sentences.noise(claim) : Optional.empty();
    }

    private static boolean isOurs(String name) {
        return KINDS.contains(kind(name)) && feature(name) != Integer.MAX_VALUE;
    }

    /** The number of its shape. */
    int shape(String name) {
        return Math.max(0, names.indexOf(name));
    }

    /** The class that gives it its colour: subjects of a kind share it. */
    static String style(String name) {
        return KINDS.contains(kind(name)) ? "kind-" + kind(name) : "kind-other";
    }

    /** What is added to the JDK, or the whole name if it is none of ours. */
    static String kind(String name) {
        int space = name.indexOf(' ');
        return (space < 0 ? name : name.substring(0, space)).toLowerCase(Locale.ROOT);
    }

    /** The JDK's feature release, after all others if the name does not say. */
    static int feature(String name) {
        String digits = name.substring(name.indexOf(' ') + 1);
        return digits.matches("\\d{1,6}") ? Integer.parseInt(digits) : Integer.MAX_VALUE;
    }
}
