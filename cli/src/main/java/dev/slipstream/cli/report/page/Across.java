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
 * The same thing on every machine.
 *
 * @param cells one per machine, empty where the machine does not have it
 * @param <T> the thing
 */
record Across<T>(List<Optional<T>> cells) {
    /** What every machine has. */
    static <T> Across<T> of(List<T> all) {
        return new Across<>(all.stream().map(Optional::of).toList());
    }

    /** Those that are there. */
    Stream<T> stream() {
        return cells.stream().flatMap(Optional::stream);
    }

    /** One of them, for what does not differ. */
    T any() {
        return stream().findFirst().orElseThrow();
    }

    /** That of one machine. */
    Optional<T> on(Machine machine) {
        return cells.get(machine.index());
    }

    /** Something of each. */
    <U> Across<U> map(Function<T, U> part) {
        return new Across<>(cells.stream().map(cell -> cell.map(part)).toList());
    }

    /**
     * The parts of the thing, matched by what they are called. Of several with the same key on one machine the first is matched
     * with the first on the others, and so on.
     *
     * @param parts of one machine
     * @param key by which to match
     * @return in the order in which they come up first
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
