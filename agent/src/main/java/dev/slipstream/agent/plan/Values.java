package dev.slipstream.agent.plan;

import dev.slipstream.runtime.Options;
import java.util.List;

/** Values that a setting can have. Immutable. */
public interface Values {
    /** Returns why a value cannot be used, in words that follow the value, or null. */
    String problem(String value);

    /**
     * Integers in a range.
     *
     * @param smallest inclusive
     * @param largest inclusive
     */
    record Numbers(int smallest, int largest) implements Values {
        @Override
        public String problem(String value) {
            return Options.number(value, smallest, largest) < smallest ? "is no number from " + smallest + " to " + largest
                    : null;
        }
    }

    /** One of several words. */
    record Words(List<String> words) implements Values {
        @Override
        public String problem(String value) {
            return words.contains(value) ? null : "is none of " + String.join(", ", words);
        }
    }
}
