package dev.slipstream.diagnose.profile;

import dev.slipstream.diagnose.event.Event;
import dev.slipstream.diagnose.event.EventKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The settings of a recording, from its own events. Several recordings of one JVM may have different settings. */
public final class RecordedSettings {
    public static final String SETTING = "jdk.ActiveSetting";

    /** Bound above the number of event types. */
    private static final int MOST = 10_000;

    private static final Pattern TIME = Pattern.compile("(\\d{1,12}) *(ns|us|ms|s|m|h|d)");
    private static final Map<String, Long> UNITS = Map.of("ns", 1L, "us", 1_000L, "ms", 1_000_000L, "s", 1_000_000_000L,
            "m", 60_000_000_000L, "h", 3_600_000_000_000L, "d", 86_400_000_000_000L);

    private final Map<Long, String> names = new HashMap<>();
    private final Set<String> told = new HashSet<>();
    private final Set<String> enabled = new HashSet<>();
    private final Set<String> seen = new HashSet<>();

    /** Values by event and setting, separated by a hash sign. */
    private final Map<String, Set<String>> values = new HashMap<>();

    /** Takes the ids of the event types. */
    public void metadata(List<EventKind> types) {
        for (EventKind type : types) {
            names.put(type.id(), type.name());
        }
    }

    /** Takes an event, of any kind. */
    public void accept(Event event) {
        if (seen.size() < MOST) {
            seen.add(event.type());
        }
        if (event.type().equals(SETTING)) {
            add(event);
        }
    }

    private void add(Event event) {
        String name = names.get(event.number("id"));
        if (name == null) {
            return;
        }
        told.add(name);
        String setting = String.valueOf(event.text("name"));
        String value = String.valueOf(event.text("value"));
        if (setting.equals("enabled") && value.equals("true")) {
            enabled.add(name);
        }
        values.computeIfAbsent(name + "#" + setting, any -> new TreeSet<>()).add(value);
    }

    /** Returns whether an event was recorded; false if unknown. */
    public boolean has(String name) {
        return enabled.contains(name) || seen.contains(name);
    }

    /** Returns the shortest time that was set, in nanoseconds; {@code instead} if none was. */
    public long nanos(String name, String setting, long instead) {
        long shortest = Long.MAX_VALUE;
        for (String value : values.getOrDefault(name + "#" + setting, Set.of())) {
            shortest = Math.min(shortest, nanos(value));
        }
        return shortest == Long.MAX_VALUE ? instead : shortest;
    }

    /** Parses a time as the flight recorder writes it; {@link Long#MAX_VALUE} if it is none. */
    private static long nanos(String value) {
        Matcher matcher = TIME.matcher(value);
        return matcher.matches() ? Long.parseLong(matcher.group(1)) * UNITS.get(matcher.group(2)) : Long.MAX_VALUE;
    }

    /** Returns why some of the given events may be missing; empty if one recording, for a while at least, had them all. */
    public List<String> caveats(List<String> events) {
        List<String> caveats = new ArrayList<>();
        for (String name : events) {
            if (!told.contains(name)) {
                caveats.add("it is not known whether " + name + " was recorded");
            } else if (!enabled.contains(name)) {
                caveats.add(name + " was not recorded");
            } else {
                limits(name, caveats);
            }
        }
        return caveats;
    }

    private void limits(String name, List<String> caveats) {
        Set<String> thresholds = values.getOrDefault(name + "#threshold", Set.of());
        if (!thresholds.isEmpty() && nanos(name, "threshold", 0) > 0) {
            caveats.add(name + " was recorded only where it took " + String.join(" or ", thresholds) + " or more");
        }
        if (values.getOrDefault(name + "#stackTrace", Set.of()).equals(Set.of("false"))) {
            caveats.add(name + " was recorded without stack traces");
        }
        Set<String> throttles = values.getOrDefault(name + "#throttle", Set.of("off"));
        if (!throttles.contains("off")) {
            caveats.add(name + " was recorded up to a rate of " + String.join(" or ", throttles));
        }
    }
}
