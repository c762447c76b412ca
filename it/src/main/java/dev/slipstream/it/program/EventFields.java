package dev.slipstream.it.program;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.ValueDescriptor;

/** What the flight recorder knows of the events of others, for {@link Console}. */
public final class EventFields {
    private static final String EVENTS = "dev.slipstream.";
    private static final List<String> OF_EVERY_EVENT = List.of("startTime", "duration", "eventThread", "stackTrace");

    private EventFields() {
    }

    /** Starts a recording, so that whoever has events registers them. */
    public static String record() {
        Recording recording = new Recording();
        recording.setSettings(Map.of(EVENTS + "Naming#enabled", "true"));
        recording.start();
        return "recording";
    }

    /** The fields of an event that are its own, or nothing if it is not known (yet). */
    static String of(String event) {
        return FlightRecorder.getFlightRecorder().getEventTypes().stream().filter(type -> type.getName().equals(event))
                .map(EventType::getFields)
                .map(fields -> fields.stream().map(ValueDescriptor::getName).filter(name -> !OF_EVERY_EVENT.contains(name))
                        .collect(Collectors.toCollection(TreeSet::new)).toString())
                .findFirst().orElse("");
    }
}
