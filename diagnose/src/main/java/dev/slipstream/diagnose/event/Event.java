package dev.slipstream.diagnose.event;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * An event of a flight recording. The JDK has parsed it ({@link FlightEvent}), or a tool with its own parser. Fields have the JDK's
 * names. A field that an event does not have may cause an unchecked exception.
 */
public interface Event {
    /** {@return the name of its type, such as {@code jdk.ThreadSleep}} */
    String type();

    /** {@return when it began} */
    Instant start();

    /** {@return when it ended; as {@link #start} if it has no duration} */
    Instant end();

    /** {@return how long it lasted} */
    default Duration duration() {
        return Duration.between(start(), end());
    }

    /**
     * {@return whether events of its type have a field}
     *
     * @param field the name of a field
     */
    boolean has(String field);

    /**
     * {@return an integer}
     *
     * @param field the name of a field
     */
    long number(String field);

    /**
     * {@return a number with a fraction. A percentage is a part of 1}
     *
     * @param field the name of a field
     */
    double fraction(String field);

    /**
     * {@return a text, or null}
     *
     * @param field the name of a field
     */
    String text(String field);

    /**
     * {@return a point in time}
     *
     * @param field the name of a field
     */
    Instant instant(String field);

    /**
     * {@return a time span}
     *
     * @param field the name of a field
     */
    Duration span(String field);

    /**
     * {@return the name of a class, or null}
     *
     * @param field the name of a field
     */
    String className(String field);

    /** {@return the thread in which it occurred, or null} */
    EventThread thread();

    /**
     * {@return a thread, or null}
     *
     * @param field the name of a field
     */
    EventThread thread(String field);

    /** {@return the stack, the top frame first; none if it was not recorded} */
    List<Frame> stack();
}
