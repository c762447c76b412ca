package dev.slipstream.it.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordingFile;

/** Events of other code, as the flight recorder knows them. For {@link Console}. */
public final class EventFields {
    private static final String EVENTS = "dev.slipstream.";
    private static final List<String> OF_EVERY_EVENT = List.of("startTime", "duration", "eventThread", "stackTrace");

    private static final int LISTENER_MILLIS = 3_000;
    private static volatile Recording recording;

    private EventFields() {}

    /** Starts a recording, so that providers of events register them. */
    public static String record() {
        recording = new Recording();
        recording.setSettings(Map.of(EVENTS + "Naming#enabled", "true", EVENTS + "Buffering#enabled", "true"));
        recording.start();
        return "recording";
    }

    /** Adds a listener that delays the start of the recorder, which holds its lock meanwhile. */
    public static String delayRecorder() {
        FlightRecorder.addListener(new FlightRecorderListener() {
            @Override
            public void recorderInitialized(FlightRecorder recorder) {
                try {
                    Thread.sleep(LISTENER_MILLIS);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        });
        return "listening";
    }

    /** Starts a recording on another thread. */
    public static String recordAside() {
        new Thread(EventFields::record).start();
        return "starting";
    }

    /** Returns the number of events in the recording, by type. */
    public static String recorded() throws IOException {
        Path file = Files.createTempFile("events", ".jfr");
        try {
            recording.dump(file);
            return RecordingFile.readAllEvents(file).stream().map(event -> event.getEventType().getName())
                    .filter(name -> name.startsWith(EVENTS))
                    .collect(Collectors.groupingBy(name -> name, TreeMap::new, Collectors.counting())).toString();
        } finally {
            Files.delete(file);
        }
    }

    /** Returns the types of events by name, each with its id: a type that is made anew has another. */
    public static String types() {
        return FlightRecorder.getFlightRecorder().getEventTypes().stream().filter(type -> type.getName().startsWith(EVENTS))
                .collect(Collectors.toMap(EventType::getName, EventType::getId, Math::max, TreeMap::new)).toString();
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
