package dev.slipstream.agent.plan;

import dev.slipstream.runtime.Options;
import java.util.Map;
import java.util.TreeMap;

/** One remedy's settings as the user wrote them. Not thread-safe. */
public final class Settings {
    private final Remedy remedy;
    private final Options options;
    private final Map<String, String> inForce = new TreeMap<>();

    /** Creates the settings of a remedy. */
    public Settings(Remedy remedy, Options options) {
        this.remedy = remedy;
        this.options = options;
    }

    /** Returns why the value that the user set cannot be used, for the user; null if it can, or if the user set none. */
    String problem(Remedy.Setting setting) {
        String name = remedy.name().concat(".").concat(setting.name());
        String value = options.value(name);
        String problem = value == null ? null : setting.values().problem(value);
        return problem == null ? null : name + "=" + value + " " + problem;
    }

    /** Returns the value that the user set, or null. */
    private String value(String key) {
        String problem = problem(remedy.setting(key));
        if (problem != null) {
            throw new IllegalArgumentException(problem);
        }
        return options.value(remedy.name().concat(".").concat(key));
    }

    /**
     * Returns a setting as written.
     *
     * @return the default if the user set none
     * @throws IllegalArgumentException if the value cannot be used; the message is for the user
     */
    public String text(String key, String byDefault) {
        String value = value(key);
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

    /**
     * Returns a setting whose values are {@link Values.Numbers}.
     *
     * @param byDefault default value; one that the setting cannot have means that no value is in force
     * @return the default if the user set none
     * @throws IllegalArgumentException if the value cannot be used; the message is for the user
     */
    public int number(String key, int byDefault) {
        String value = value(key);
        int number = value == null ? byDefault : Integer.parseInt(value);
        String text = Integer.toString(number);
        if (remedy.setting(key).values().problem(text) == null) {
            use(key, text);
        }
        return number;
    }
}
