package dev.slipstream.diagnose.event;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An event of a flight recording. The JDK has parsed it ({@link FlightEvent}), or a tool with its own parser. Fields have the JDK's
 * names. A field that an event does not have may cause an unchecked exception; one that it has may be empty.
 */
public interface Event {
    /** Returns the name of its type, such as {@code jdk.ThreadSleep}. */
    String type();

    /** Returns when it began. */
    Instant start();

    /** Returns when it ended; as {@link #start} if it has no duration. */
    Instant end();

    /** Returns how long it lasted. */
    default Duration duration() {
        return Duration.between(start(), end());
    }

    /** Returns whether events of its type have a field. */
    boolean has(String field);

    /** Returns an integer. */
    long number(String field);

    /** Returns a number with a fraction. A percentage is a part of 1. */
    double fraction(String field);

    /** Returns a text. */
    @Nullable String text(String field);

    /** Returns a point in time. */
    Instant instant(String field);

    /** Returns a time span. */
    Duration span(String field);

    /** Returns the name of a class. */
    @Nullable String className(String field);

    /** Returns the thread in which it occurred. */
    @Nullable EventThread thread();

    /** Returns a thread. */
    @Nullable EventThread thread(String field);

    /** Returns the stack, the top frame first; none if it was not recorded. */
    List<Frame> stack();
}
