package dev.slipstream.agent.plan;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A remedy as its users see it. Options, MXBean, flight recorder events, exporters' rules and the table of metrics follow from it.
 * Immutable.
 *
 * @param name one word, in lower case
 * @param since the first JDK that can have the cost; on an older one the remedy is declined or not needed
 * @param onByDefault whether the remedy is on if the user names none
 * @param sites what {@link Switch#sites} reports, for the user; empty if it reports nothing
 * @param counters what {@link Switch#counters} reports, all of them, in that order
 */
public record Remedy(String name, int since, boolean onByDefault, List<Setting> settings, String sites, List<Counter> counters) {
    /**
     * A setting, {@code <remedy>.<name>=<value>} in the options.
     *
     * @param values the values that it can have
     * @param meaning a phrase for the user, with unit, range and default
     */
    public record Setting(String name, Values values, String meaning) {}

    /** Unit of a counter. */
    public enum Unit {
        NONE, BYTES, MILLISECONDS
    }

    /**
     * A counter of type {@code long}.
     *
     * @param name in camel case; users depend on it
     * @param isGauge whether it is a level or the highest level so far; all others count, and only rise while the remedy is active
     * @param meaning a phrase for the user
     */
    public record Counter(String name, Unit unit, boolean isGauge, String meaning) {
        /** Creates a counter of occurrences. */
        public static Counter total(String name, String meaning) {
            return new Counter(name, Unit.NONE, false, meaning);
        }

        /** Creates a counter that is a level. */
        public static Counter gauge(String name, String meaning) {
            return new Counter(name, Unit.NONE, true, meaning);
        }

        /** Returns the same counter with a unit. */
        public Counter in(Unit other) {
            return new Counter(name, other, isGauge, meaning);
        }

        /** Returns the name as separate capitalised words. */
        public String label() {
            StringBuilder label = new StringBuilder();
            for (int i = 0; i < name.length(); i++) {
                char each = name.charAt(i);
                if (label.isEmpty()) {
                    label.append(Character.toUpperCase(each));
                } else if (Character.isUpperCase(each)) {
                    label.append(' ').append(each);
                } else {
                    label.append(each);
                }
            }
            return label.toString();
        }
    }

    /** Returns the setting of this name, or null. */
    public Setting setting(String wanted) {
        for (Setting setting : settings) {
            if (setting.name().equals(wanted)) {
                return setting;
            }
        }
        return null;
    }

    /**
     * Returns the values of the counters by name, in their order.
     *
     * @param values a value for each counter, in the same order
     * @throws IllegalArgumentException if there are more values, or fewer
     */
    public Map<String, Long> counted(long... values) {
        if (values.length != counters.size()) {
            throw new IllegalArgumentException(values.length + " values of " + counters.size() + " counters");
        }
        Map<String, Long> counted = new LinkedHashMap<>();
        for (int i = 0; i < values.length; i++) {
            counted.put(counters.get(i).name(), values[i]);
        }
        return counted;
    }

    /** Returns the name with a capital letter. */
    public String label() {
        return name.substring(0, 1).toUpperCase(Locale.ROOT).concat(name.substring(1));
    }

    /** Returns the name of the flight recorder event whose fields are the counters. */
    public String event() {
        return "dev.slipstream.".concat(label());
    }
}
