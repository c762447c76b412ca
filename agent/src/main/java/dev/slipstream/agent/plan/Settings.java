package dev.slipstream.agent.plan;

import java.util.List;
import java.util.Map;

/** One remedy's settings as the user wrote them. */
public final class Settings {
    private final String remedy;
    private final Map<String, String> values;

    /** Holds what the user set, by key. */
    public Settings(String remedy, Map<String, String> values) {
        this.remedy = remedy;
        this.values = values;
    }

    /** As it was written, or the default if the user set none. */
    public String text(String key, String byDefault) {
        String value = values.get(key);
        return value == null ? byDefault : value;
    }

    /**
     * A whole number.
     *
     * @return the default if the user set none
     * @throws IllegalArgumentException if it is no number in the range; the message is for the user
     */
    public int number(String key, int smallest, int largest, int byDefault) {
        String value = values.get(key);
        if (value == null) {
            return byDefault;
        }
        int number;
        try {
            number = Integer.parseInt(value);
        } catch (NumberFormatException e) {
            number = smallest - 1;
        }
        if (number < smallest || number > largest) {
            throw new IllegalArgumentException(remedy + "." + key + "=" + value + " is no number from " + smallest + " to "
                    + largest);
        }
        return number;
    }

    /**
     * One of several words.
     *
     * @return the default if the user set none
     * @throws IllegalArgumentException if it is none of the allowed ones; the message is for the user
     */
    public String word(String key, List<String> allowed, String byDefault) {
        String value = values.get(key);
        if (value == null) {
            return byDefault;
        }
        if (!allowed.contains(value)) {
            throw new IllegalArgumentException(remedy + "." + key + "=" + value + " is none of " + String.join(", ", allowed));
        }
        return value;
    }
}
