package dev.slipstream.agent.plan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The line about words that are not known: with the word that was meant, if there is one close by, or else with those to choose from. */
public final class NotKnown {
    private static final int CLOSE = 3;

    private NotKnown() {}

    /**
     * Returns the line.
     *
     * @param words the words that are not known, at least one
     * @param known all words, those with a value as {@code word=}
     */
    public static String text(Collection<String> words, Collection<String> known) {
        StringBuilder line = new StringBuilder();
        Set<String> meant = new LinkedHashSet<>();
        String without = null;
        for (String word : words) {
            line.append(line.isEmpty() ? "'" : ", '").append(word).append('\'');
            String close = close(word, known);
            if (close != null) {
                meant.add(close);
            } else if (without == null) {
                without = word;
            }
        }
        line.append(words.size() == 1 ? " is not known; " : " are not known; ");
        return without == null ? line.append("did you mean ").append(String.join(", ", meant)).append('?').toString()
                : line.append("known: ").append(String.join(", ", choice(without, known))).toString();
    }

    /** Returns the settings of the word's remedy, or else all words that take no value and turn nothing off. */
    private static List<String> choice(String word, Collection<String> known) {
        List<String> settings = new ArrayList<>();
        List<String> plain = new ArrayList<>();
        String remedy = word.substring(0, word.indexOf('.') + 1);
        for (String each : known) {
            if (!remedy.isEmpty() && each.startsWith(remedy)) {
                settings.add(each);
            } else if (!each.startsWith("-") && !each.endsWith("=")) {
                plain.add(each);
            }
        }
        return settings.isEmpty() ? plain : settings;
    }

    /** Returns the known word with the fewest differences, or null if more than a third of the letters differ. */
    private static String close(String word, Collection<String> known) {
        String name = name(word).toLowerCase(Locale.ROOT);
        int least = Math.max(1, name.length() / CLOSE) + 1;
        String closest = null;
        for (String each : known) {
            int differences =
                    Math.min(differences(name, name(each)), differences(name, name(each.substring(each.indexOf('.') + 1))));
            if (differences < least) {
                least = differences;
                closest = each;
            }
        }
        return closest;
    }

    private static String name(String word) {
        int equals = word.indexOf('=');
        return equals < 0 ? word : word.substring(0, equals);
    }

    /** Returns how many letters to add, leave out, replace, or swap with the next one, lead from one word to the other. */
    private static int differences(String from, String to) {
        int[][] steps = new int[from.length() + 1][to.length() + 1];
        for (int i = 0; i <= from.length(); i++) {
            for (int j = 0; j <= to.length(); j++) {
                if (i == 0 || j == 0) {
                    steps[i][j] = i + j;
                    continue;
                }
                int same = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
                steps[i][j] = Math.min(steps[i - 1][j - 1] + same, 1 + Math.min(steps[i - 1][j], steps[i][j - 1]));
                if (i > 1 && j > 1 && from.charAt(i - 1) == to.charAt(j - 2) && from.charAt(i - 2) == to.charAt(j - 1)) {
                    steps[i][j] = Math.min(steps[i][j], steps[i - 2][j - 2] + 1);
                }
            }
        }
        return steps[from.length()][to.length()];
    }
}
