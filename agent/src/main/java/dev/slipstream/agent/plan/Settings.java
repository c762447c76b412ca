package dev.slipstream.agent.plan;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One remedy's settings as the user wrote them. Not thread-safe. */
public final class Settings {
    private final String remedy;
    private final Map<String, String> values;
    private final Map<String, String> inForce = new TreeMap<>();

    /** Creates the settings from the values that the user set, by key. */
    public Settings(String remedy, Map<String, String> values) {
        this.remedy = remedy;
        this.values = values;
    }

    /** Returns the value as written, or the default if the user set none. */
    public String text(String key, String byDefault) {
        String value = values.get(key);
        return use(key, value == null ? byDefault : value);
    }

    private String use(String key, String value) {
        inForce.put(key, value);
        return value;
    }

    /**
     * Returns the settings read so far, each with its value, set or default. After planning these are all settings that the plan
     * depends on.
     */
    public Map<String, String> inForce() {
        return Map.copyOf(inForce);
    }

    /** Tells whether the user set the value. */
    public boolean isSet(String key) {
        return values.containsKey(key);
    }

    /**
     * Returns an integer setting.
     *
     * @param byDefault default value; one outside the range means that no value is in force
     * @return the default if the user set none
     * @throws IllegalArgumentException if the value is not an integer in the range; the message is for the user
     */
    public int number(String key, int smallest, int largest, int byDefault) {
        String value = values.get(key);
        if (value == null) {
            if (byDefault >= smallest && byDefault <= largest) {
                use(key, Integer.toString(byDefault));
            }
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
        use(key, Integer.toString(number));
        return number;
    }

    /**
     * Returns a setting that has a fixed set of values.
     *
     * @return the default if the user set none
     * @throws IllegalArgumentException if the value is not allowed; the message is for the user
     */
    public String word(String key, List<String> allowed, String byDefault) {
        String value = values.get(key);
        if (value == null) {
            return use(key, byDefault);
        }
        if (!allowed.contains(value)) {
            throw new IllegalArgumentException(remedy + "." + key + "=" + value + " is none of " + String.join(", ", allowed));
        }
        return use(key, value);
    }
}
