package dev.slipstream.runtime.priority;

import dev.slipstream.priority.Level;
import java.util.StringTokenizer;

/**
 * Levels of the ten Java priorities, relative to the nice value of the process. As text: ten entries from priority 1 to 10,
 * separated by slashes; an entry is a number, {@code idle} or {@code batch}. Immutable.
 */
public final class PriorityTable {
    /** HotSpot's own table, which it uses with {@code -XX:ThreadPriorityPolicy=1}. */
    public static final String DEFAULT = "4/3/2/1/0/-1/-2/-3/-4/-5";

    private static final int LARGEST = Level.LEAST_FAVOURED - Level.MOST_FAVOURED;

    /** Beyond the range of numbers that a table may contain. */
    private static final int IDLE = LARGEST + 1;
    private static final int BATCH = LARGEST + 2;

    private final int[] entries;

    private PriorityTable(int[] entries) {
        this.entries = entries;
    }

    /**
     * Parses a table.
     *
     * @param text the table as text
     * @return the table
     * @throws IllegalArgumentException if the text is not a table; the message says why, in words that follow the text itself
     */
    public static PriorityTable parse(String text) {
        StringTokenizer words = new StringTokenizer(text, "/");
        if (words.countTokens() != Thread.MAX_PRIORITY) {
            throw new IllegalArgumentException("has " + words.countTokens() + " entries, not " + Thread.MAX_PRIORITY);
        }
        int[] entries = new int[Thread.MAX_PRIORITY];
        for (int i = 0; i < entries.length; i++) {
            entries[i] = entry(words.nextToken().trim());
            if (i > 0 && rank(entries[i]) > rank(entries[i - 1])) {
                throw new IllegalArgumentException("favours priority " + i + " over priority " + (i + 1));
            }
        }
        if (entries[Thread.NORM_PRIORITY - 1] != 0) {
            throw new IllegalArgumentException("has no 0 for priority 5: a normal thread stays as the process is");
        }
        return new PriorityTable(entries);
    }

    private static int entry(String word) {
        if (word.equals("idle")) {
            return IDLE;
        }
        if (word.equals("batch")) {
            return BATCH;
        }
        int number;
        try {
            number = Integer.parseInt(word);
        } catch (NumberFormatException e) {
            number = LARGEST + 1;
        }
        if (number < -LARGEST || number > LARGEST) {
            throw new IllegalArgumentException(
                    "has '" + word + "', which is no number from -" + LARGEST + " to " + LARGEST + ", idle or batch");
        }
        return number;
    }

    /** Returns a number that is higher for a less favourable entry. */
    private static int rank(int entry) {
        return entry == IDLE ? Integer.MAX_VALUE : entry == BATCH ? 1 : 2 * entry;
    }

    /** Tells whether the table has other entries than nice values, so that policies must be set as well. */
    boolean hasPolicies() {
        for (int entry : entries) {
            if (entry == IDLE || entry == BATCH) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the level of a Java priority.
     *
     * @param base the nice value of the process
     * @param smallest the smallest nice value that is permitted
     */
    Level level(int priority, int base, int smallest) {
        int entry = entries[priority - 1];
        if (entry == IDLE) {
            return Level.IDLE;
        }
        if (entry == BATCH) {
            return new Level(Level.Policy.BATCH, base);
        }
        int nice = Math.max(Math.min(base + entry, Level.LEAST_FAVOURED), Math.max(smallest, Level.MOST_FAVOURED));
        return Level.nice(nice);
    }

    /**
     * Tells whether a Java priority gets another nice value than the table says, because the kernel or the process permits no such
     * one.
     */
    boolean isClamped(int priority, int base, int smallest) {
        int entry = entries[priority - 1];
        return entry != IDLE && entry != BATCH && level(priority, base, smallest).nice() != base + entry;
    }
}
