package dev.slipstream.cli.diagnose;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedEvent;

/** What a recording was told to record of file accesses, by the events that say so. */
final class RecordedSettings {
    static final String READ = "jdk.FileRead";
    static final String WRITE = "jdk.FileWrite";
    static final String SETTING = "jdk.ActiveSetting";

    private static final Pattern ZERO = Pattern.compile("0(?: *[a-z]+)?");

    private final Map<Long, String> names = new HashMap<>();
    private final Set<String> told = new TreeSet<>();
    private final Set<String> enabled = new TreeSet<>();
    private final Set<String> limits = new LinkedHashSet<>();

    RecordedSettings(List<EventType> types) {
        for (EventType type : types) {
            if (type.getName().equals(READ) || type.getName().equals(WRITE)) {
                names.put(type.getId(), type.getName());
            }
        }
    }

    /** Takes note of a setting; several recordings of one JVM may have told different things. */
    void add(RecordedEvent event) {
        String name = names.get(event.getLong("id"));
        if (name == null) {
            return;
        }
        told.add(name);
        String value = String.valueOf(event.getString("value"));
        switch (String.valueOf(event.getString("name"))) {
            case "enabled" -> {
                if (value.equals("true")) {
                    enabled.add(name);
                }
            }
            case "threshold" -> {
                if (!ZERO.matcher(value).matches()) {
                    limits.add(name + " was recorded only where it took " + value + " or more");
                }
            }
            case "stackTrace" -> {
                if (value.equals("false")) {
                    limits.add(name + " was recorded without stack traces");
                }
            }
            case "throttle" -> {
                if (!value.equals("off")) {
                    limits.add(name + " was recorded up to a rate of " + value);
                }
            }
            default -> { }
        }
    }

    /** Why not all may be there. */
    List<String> caveats() {
        List<String> caveats = new ArrayList<>();
        for (String name : List.of(READ, WRITE)) {
            if (!told.contains(name)) {
                caveats.add("it is not known whether " + name + " was recorded");
            } else if (!enabled.contains(name)) {
                caveats.add(name + " was not recorded");
            } else {
                limits.stream().filter(limit -> limit.startsWith(name + " ")).forEach(caveats::add);
            }
        }
        return caveats;
    }
}
