package dev.slipstream.runtime;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringTokenizer;

/**
 * Options as the user writes them: {@code word,word,...}. A remedy's name turns exactly the named remedies on, {@code -name} turns one
 * off, {@code name.key=value} sets a value, {@code none} turns off all that are not named, {@code quiet} omits the line at start. If
 * any other word is among them, nothing is on. Immutable.
 *
 * <p>Shared by agent, command line and baked JDK. The build puts a copy among the grafts, for java.base of a baked JDK, where the first
 * virtual thread asks for it. So it uses collections and strings only.
 */
public final class Options {
    private static final String NONE = "none";
    private static final String QUIET = "quiet";

    private final Set<String> on = new HashSet<>();
    private final Set<String> off = new HashSet<>();
    private final Map<String, String> values = new HashMap<>();
    private final List<String> unknown = new ArrayList<>();
    private final String text;
    private boolean none;
    private boolean quiet;

    private Options(String text) {
        this.text = text;
    }

    /**
     * Parses a text.
     *
     * @param known the names of all remedies, and of all settings as {@code name.key}
     */
    public static Options parse(String text, Collection<String> known) {
        Options options = new Options(text);
        StringTokenizer words = new StringTokenizer(text, ",");
        while (words.hasMoreTokens()) {
            String word = words.nextToken().trim();
            if (!word.isEmpty() && !options.add(word, known)) {
                options.unknown.add(word);
            }
        }
        return options;
    }

    /**
     * Parses the text that counts when a JVM starts: the first that is not empty. {@code none} in the environment wins.
     *
     * @param given the text after the jar
     * @param property the value of the system property {@code slipstream}, or null
     * @param environment the value of the environment variable {@code SLIPSTREAM}, or null
     */
    public static Options atStart(String given, String property, String environment, Collection<String> known) {
        Options forbidding = parse(environment == null ? "" : environment, known);
        return forbidding.isNone() ? forbidding : parse(firstOf(given, firstOf(property, environment)), known);
    }

    /** Parses the text that counts at an attach: the same, but {@code none} in property or environment concerns starts alone. */
    public static Options atAttach(String given, String property, String environment, Collection<String> known) {
        return parse(firstOf(given, firstOf(unlessNone(property, known), unlessNone(environment, known))), known);
    }

    private static String unlessNone(String text, Collection<String> known) {
        return text == null || parse(text, known).isNone() ? "" : text;
    }

    private static String firstOf(String text, String otherwise) {
        return text != null && !text.trim().isEmpty() ? text : otherwise == null ? "" : otherwise;
    }

    private boolean add(String word, Collection<String> known) {
        int equals = word.indexOf('=');
        String name = equals < 0 ? word : word.substring(0, equals);
        if (word.equals(QUIET)) {
            quiet = true;
        } else if (word.equals(NONE)) {
            none = true;
        } else if (word.startsWith("-") && isRemedy(word.substring(1), known)) {
            off.add(word.substring(1));
        } else if (isRemedy(word, known)) {
            on.add(word);
        } else if (equals >= 0 && name.indexOf('.') >= 0 && known.contains(name)) {
            values.put(name, word.substring(equals + 1));
        } else {
            return false;
        }
        return true;
    }

    private static boolean isRemedy(String word, Collection<String> known) {
        return word.indexOf('.') < 0 && known.contains(word);
    }

    /** Returns the text that was parsed. */
    public String text() {
        return text;
    }

    /** Returns whether nothing but {@code none} is asked for. */
    public boolean isNone() {
        return none && on.isEmpty() && unknown.isEmpty();
    }

    /**
     * Returns whether a remedy is on.
     *
     * @param byDefault whether it is on if no remedy is named
     */
    public boolean isOn(String remedy, boolean byDefault) {
        return unknown.isEmpty() && !off.contains(remedy) && (on.isEmpty() ? byDefault && !none : on.contains(remedy));
    }

    /** Returns whether the line at start is to be omitted. */
    public boolean isQuiet() {
        return quiet;
    }

    /** Returns the value of a setting, given as {@code name.key}, as the user wrote it; null if there is none. The last one counts. */
    public String value(String setting) {
        return values.get(setting);
    }

    /** Returns the words that are not known, in their order. */
    public List<String> unknown() {
        return unknown;
    }

    /** Parses an integer; returns {@code smallest - 1} if the text is none, or not in the range. */
    public static int number(String text, int smallest, int largest) {
        int number;
        try {
            number = Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return smallest - 1;
        }
        return number > largest ? smallest - 1 : Math.max(number, smallest - 1);
    }
}
