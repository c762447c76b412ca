package dev.slipstream.diagnose.event;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import jdk.jfr.EventType;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;

/**
 * An event that the JDK has parsed.
 *
 * @param event the JDK's event
 */
public record FlightEvent(RecordedEvent event) implements Event {
    /**
     * {@return the types of the events in a recording}
     *
     * @param types the same, as the JDK has parsed them
     */
    public static List<EventKind> kinds(List<EventType> types) {
        return types.stream().map(type -> new EventKind(type.getId(), type.getName(),
                type.getFields().stream().map(ValueDescriptor::getName).collect(Collectors.toSet()))).toList();
    }

    @Override
    public String type() {
        return event.getEventType().getName();
    }

    @Override
    public Instant start() {
        return event.getStartTime();
    }

    @Override
    public Instant end() {
        return event.getEndTime();
    }

    @Override
    public boolean has(String field) {
        return event.hasField(field);
    }

    @Override
    public long number(String field) {
        return event.getLong(field);
    }

    @Override
    public double fraction(String field) {
        return event.getFloat(field);
    }

    @Override
    public String text(String field) {
        return event.getString(field);
    }

    @Override
    public Instant instant(String field) {
        return event.getInstant(field);
    }

    @Override
    public Duration span(String field) {
        return event.getDuration(field);
    }

    @Override
    public String className(String field) {
        RecordedClass type = event.getClass(field);
        return type == null ? null : type.getName();
    }

    @Override
    public EventThread thread() {
        return of(event.getThread());
    }

    @Override
    public EventThread thread(String field) {
        return of(event.getThread(field));
    }

    private static EventThread of(RecordedThread thread) {
        if (thread == null) {
            return null;
        }
        // RecordedThread.isVirtual came with JDK 21.
        boolean virtual = thread.hasField("virtual") && thread.getBoolean("virtual");
        boolean carrier = thread.getThreadGroup() != null && "CarrierThreads".equals(thread.getThreadGroup().getName());
        return new EventThread(thread.getId(), thread.getJavaName(), thread.getOSName(), thread.getJavaThreadId(),
                thread.getOSThreadId(), virtual, carrier);
    }

    @Override
    public List<Frame> stack() {
        RecordedStackTrace stack = event.getStackTrace();
        if (stack == null) {
            return List.of();
        }
        List<Frame> frames = new ArrayList<>(stack.getFrames().size());
        for (RecordedFrame frame : stack.getFrames()) {
            RecordedMethod method = frame.getMethod();
            frames.add(method == null ? new Frame("", "", "", frame.getLineNumber())
                    : new Frame(method.getType() == null ? "" : method.getType().getName(), method.getName(),
                            method.getDescriptor(),
                            frame.getLineNumber()));
        }
        return frames;
    }
}
