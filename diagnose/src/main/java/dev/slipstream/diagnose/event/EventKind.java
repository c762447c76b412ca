package dev.slipstream.diagnose.event;

import java.util.Set;

/**
 * A type of events in a recording.
 *
 * @param id the number by which settings refer to it
 * @param name the name
 * @param fields the names of its fields
 */
public record EventKind(long id, String name, Set<String> fields) {
    /** Copies the names. */
    public EventKind {
        fields = Set.copyOf(fields);
    }
}
