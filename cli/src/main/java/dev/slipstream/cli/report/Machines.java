package dev.slipstream.cli.report;

import dev.slipstream.results.file.Results;
import dev.slipstream.results.file.Results.ClaimResult;
import dev.slipstream.results.file.Results.ExperimentResult;
import dev.slipstream.results.file.Results.PartResult;
import dev.slipstream.results.file.Results.WorkloadResult;
import dev.slipstream.results.stats.Verdict;
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
 * The results of one machine, or of several side by side.
 *
 * @param all the machines, at least one, in the order of their indices
 */
public record Machines(List<Machine> all) {
    /**
     * Returns a single machine.
     *
     * @param name the owner's name for it
     * @param results its results
     * @return the machine
     */
    public static Machines of(String name, Results results) {
        return new Machines(List.of(new Machine(0, name, results)));
    }

    /** Returns whether there are several. */
    public boolean several() {
        return all.size() > 1;
    }

    /** Returns the machines' labels. */
    public List<String> labels() {
        return all.stream().map(Machine::label).toList();
    }

    /** Returns the verdicts of all machines. */
    public List<Verdict> verdicts() {
        return all.stream().flatMap(machine -> machine.results().verdicts()).toList();
    }

    /** Returns how many claims have not been measured. */
    public long notMeasured() {
        return all.stream().mapToLong(machine -> machine.results().notMeasured()).sum();
    }

    /** Returns each experiment. */
    public List<Across<ExperimentResult>> experiments() {
        return results().split(Results::experiments, ExperimentResult::remedy);
    }

    /** Returns each floor. */
    public List<Across<WorkloadResult>> floors() {
        return results().split(Results::floors, WorkloadResult::id);
    }

    private Across<Results> results() {
        return Across.of(all.stream().map(Machine::results).toList());
    }

    /**
     * Describes the machines as a page calls them.
     *
     * @return a line for each, such as {@code A: laptop.json, AMD EPYC, 2 cores}; without the letter if there is only one
     */
    public List<String> legend() {
        return all.stream().map(machine -> (several() ? machine.label() + ": " : "") + machine.name() + ", "
                + machine.description()).toList();
    }

    /**
     * One machine.
     *
     * @param index its index, from 0
     * @param name the owner's name for it, such as the name of the file
     * @param results its results
     */
    public record Machine(int index, String name, Results results) {
        private static final int LETTERS = 26;

        /** Returns the machine's label: a letter; after Z, two letters. */
        public String label() {
            return label(index);
        }

        /** Returns the label for an index. */
        static String label(int index) {
            String last = String.valueOf((char) ('A' + index % LETTERS));
            return index < LETTERS ? last : label(index / LETTERS - 1) + last;
        }

        /** Returns a description of the hardware. */
        public String description() {
            String cpu = results.environment().cpu() == null ? "an unknown processor" : results.environment().cpu();
            return cpu + ", " + Words.count(results.environment().cores(), "core");
        }
    }

    /**
     * The same item on every machine.
     *
     * @param cells one per machine, empty if the machine does not have the item
     * @param <T> the type of the item
     */
    public record Across<T>(List<Optional<T>> cells) {
        /** Returns an item that every machine has. */
        static <T> Across<T> of(List<T> all) {
            return new Across<>(all.stream().map(Optional::of).toList());
        }

        /** Returns the items that are present. */
        public Stream<T> stream() {
            return cells.stream().flatMap(Optional::stream);
        }

        /** Returns any item that is present, for properties that do not differ between machines. */
        public T any() {
            return stream().findFirst().orElseThrow();
        }

        /** Returns the item of one machine. */
        public Optional<T> on(Machine machine) {
            return cells.get(machine.index());
        }

        /** Applies a function to each item. */
        public <U> Across<U> map(Function<T, U> part) {
            return new Across<>(cells.stream().map(cell -> cell.map(part)).toList());
        }

        /**
         * Splits the item into parts, matched by key across machines. If a machine has several parts with the same key, its first
         * one matches the first one of the others, and so on.
         *
         * @param parts returns the parts of one machine's item
         * @param key returns the key of a part
         * @return the parts in the order of their first occurrence
         */
        public <U> List<Across<U>> split(Function<T, List<U>> parts, Function<U, Object> key) {
            record Nth(Object key, int occurrence) {}
            Map<Nth, List<U>> found = new LinkedHashMap<>();
            for (int machine = 0; machine < cells.size(); machine++) {
                Map<Object, Integer> seen = new HashMap<>();
                for (U part : cells.get(machine).map(parts).orElse(List.of())) {
                    Object name = key.apply(part);
                    Nth nth = new Nth(name, seen.merge(name, 1, Integer::sum));
                    found.computeIfAbsent(nth, none -> new ArrayList<>(Collections.nCopies(cells.size(), null)))
                            .set(machine, part);
                }
            }
            return found.values().stream().map(row -> new Across<>(row.stream().map(Optional::ofNullable).toList())).toList();
        }
    }

    /**
     * A workload and the number under which a report refers to it.
     *
     * @param number the letter of its part, followed by a number if the part has several workloads
     * @param workload the workload on every machine
     */
    public record Numbered(String number, Across<WorkloadResult> workload) {
        /** Returns the workloads of all parts of an experiment. */
        public static List<Numbered> of(Across<ExperimentResult> experiment) {
            return experiment.split(ExperimentResult::parts, PartResult::id).stream().flatMap(part -> ofPart(part).stream())
                    .toList();
        }

        /** Returns the workloads of a part. */
        static List<Numbered> ofPart(Across<PartResult> part) {
            List<Across<WorkloadResult>> workloads = part.split(PartResult::workloads, WorkloadResult::id);
            List<Numbered> all = new ArrayList<>();
            for (Across<WorkloadResult> workload : workloads) {
                all.add(new Numbered(part.any().id() + (workloads.size() == 1 ? "" : all.size() + 1), workload));
            }
            return all;
        }

        /** Returns the claims about the workload. */
        public List<Across<ClaimResult>> claims() {
            return workload.split(WorkloadResult::claims, ClaimResult::text);
        }

        /** Returns the workload's title. */
        public String title() {
            return workload.any().title();
        }
    }
}
