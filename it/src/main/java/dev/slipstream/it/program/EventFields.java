package dev.slipstream.it.program;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.ValueDescriptor;

/** Events of other code, as the flight recorder knows them. For {@link Console}. */
public final class EventFields {
    private static final String EVENTS = "dev.slipstream.";
    private static final List<String> OF_EVERY_EVENT = List.of("startTime", "duration", "eventThread", "stackTrace");

    private EventFields() {
    }

    /** Starts a recording, so that providers of events register them. */
    public static String record() {
        Recording recording = new Recording();
        recording.setSettings(Map.of(EVENTS + "Naming#enabled", "true"));
        recording.start();
        return "recording";
    }

    /** Returns the names of an event's own fields, or an empty text if the recorder does not know the event (yet). */
    static String of(String event) {
        return FlightRecorder.getFlightRecorder().getEventTypes().stream().filter(type -> type.getName().equals(event))
                .map(EventType::getFields)
                .map(fields -> fields.stream().map(ValueDescriptor::getName).filter(name -> !OF_EVERY_EVENT.contains(name))
                        .collect(Collectors.toCollection(TreeSet::new)).toString())
                .findFirst().orElse("");
    }
}
