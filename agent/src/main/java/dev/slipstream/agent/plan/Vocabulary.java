package dev.slipstream.agent.plan;

import dev.slipstream.runtime.Options;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The words that options can have: the names of remedies, and their settings. Immutable. */
public final class Vocabulary {
    private static final String PROPERTY = "slipstream";
    private static final String VARIABLE = "SLIPSTREAM";

    private final List<Remedy> remedies;
    private final Set<String> words = new LinkedHashSet<>();

    /** Creates the vocabulary of these remedies. */
    public Vocabulary(List<Remedy> remedies) {
        this.remedies = remedies;
        for (Remedy remedy : remedies) {
            words.add(remedy.name());
            for (Remedy.Setting setting : remedy.settings()) {
                words.add(remedy.name().concat(".").concat(setting.name()));
            }
        }
    }

    /** Parses a text. This JVM's property and environment do not count. */
    public Options parse(String text) {
        return Options.parse(text, words);
    }

    /** Returns the options for this JVM's start, with the text after the jar. */
    public Options atStart(String given) {
        return Options.atStart(given, System.getProperty(PROPERTY), System.getenv(VARIABLE), words);
    }

    /** Returns the options for an attach to this JVM, with the text of the request. */
    public Options atAttach(String given) {
        return atAttach(given, System.getProperty(PROPERTY), System.getenv(VARIABLE));
    }

    /** Returns the options for an attach to a JVM with that value of property and environment variable, or null. */
    public Options atAttach(String given, String property, String environment) {
        return Options.atAttach(given, property, environment, words);
    }

    /** Returns the names of the remedies, and of the settings with their remedy's, with spaces between. */
    public String words() {
        return String.join(" ", words);
    }

    /** Returns a line for the user about the words that are not known; null if all are. */
    public String unknown(Options options) {
        if (options.unknown().isEmpty()) {
            return null;
        }
        List<String> known = new ArrayList<>();
        for (Remedy remedy : remedies) {
            known.add(remedy.name());
        }
        known.add("none");
        known.add("quiet");
        for (Remedy remedy : remedies) {
            known.add("-".concat(remedy.name()));
            for (Remedy.Setting setting : remedy.settings()) {
                known.add(remedy.name().concat(".").concat(setting.name()).concat("="));
            }
        }
        return NotKnown.text(options.unknown(), known);
    }

    /** Returns a line for the user about the first word or value that cannot be used at an attach; null if all can. */
    public String problem(Options options) {
        String problem = unknown(options);
        for (Remedy remedy : remedies) {
            Settings settings = new Settings(remedy, options);
            for (Remedy.Setting setting : remedy.settings()) {
                problem = problem == null && options.isOn(remedy.name(), remedy.onByDefault()) ? settings.problem(setting)
                        : problem;
            }
        }
        return problem;
    }
}
