package dev.slipstream.diagnose.detect;

import java.util.Map;

/**
 * The settings of an event that the flight recorder is to record, as in a {@code .jfc} file. A JDK ignores those of events that it does
 * not have, and settings that it does not know.
 *
 * @param event the event's name
 * @param values the values by the settings' names, such as {@code 20 ms} of {@code period}, without {@code enabled}
 */
public record EventSettings(String event, Map<String, String> values) {
    /** Copies the map. */
    public EventSettings {
        values = Map.copyOf(values);
    }

    /** Adds them to the settings of a recording, whose keys are as {@code jdk.ExecutionSample#period}. */
    public void enable(Map<String, String> settings) {
        settings.put(event + "#enabled", "true");
        values.forEach((name, value) -> settings.put(event + "#" + name, value));
    }
}
