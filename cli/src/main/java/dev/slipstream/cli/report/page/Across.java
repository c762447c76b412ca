package dev.slipstream.cli.report.page;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The same item on every machine.
 *
 * @param cells one per machine, empty if the machine does not have the item
 * @param <T> the type of the item
 */
record Across<T>(List<Optional<T>> cells) {
    /** Returns an item that every machine has. */
    static <T> Across<T> of(List<T> all) {
        return new Across<>(all.stream().map(Optional::of).toList());
    }

    /** Returns the items that are present. */
    Stream<T> stream() {
        return cells.stream().flatMap(Optional::stream);
    }

    /** Returns any item that is present, for properties that do not differ between machines. */
    T any() {
        return stream().findFirst().orElseThrow();
    }

    /** Returns the item of one machine. */
    Optional<T> on(Machine machine) {
        return cells.get(machine.index());
    }

    /** Applies a function to each item. */
    <U> Across<U> map(Function<T, U> part) {
        return new Across<>(cells.stream().map(cell -> cell.map(part)).toList());
    }

    /**
     * Splits the item into parts, matched by key across machines. If a machine has several parts with the same key, its first one
     * matches the first one of the others, and so on.
     *
     * @param parts returns the parts of one machine's item
     * @param key returns the key of a part
     * @return the parts in the order of their first occurrence
     */
    <U> List<Across<U>> split(Function<T, List<U>> parts, Function<U, Object> key) {
        record Nth(Object key, int occurrence) {
        }
        Map<Nth, List<U>> found = new LinkedHashMap<>();
        for (int machine = 0; machine < cells.size(); machine++) {
            Map<Object, Integer> seen = new HashMap<>();
            for (U part : cells.get(machine).map(parts).orElse(List.of())) {
                Object name = key.apply(part);
                Nth nth = new Nth(name, seen.merge(name, 1, Integer::sum));
                found.computeIfAbsent(nth, none -> new ArrayList<>(Collections.nCopies(cells.size(), null))).set(machine, part);
            }
        }
        return found.values().stream().map(row -> new Across<>(row.stream().map(Optional::ofNullable).toList())).toList();
    }
}
