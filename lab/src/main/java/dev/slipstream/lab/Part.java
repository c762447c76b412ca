package dev.slipstream.lab;

import java.util.List;

/**
 * One lettered part of an experiment.
 *
 * @param id the letter, by which it can be chosen
 * @param title what it is about
 * @param workloads what is measured
 * @param scenarios what passes or hangs
 */
public record Part(String id, String title, List<Workload> workloads, List<Scenario> scenarios) {

    /**
     * A part that measures.
     *
     * @param id the letter
     * @param title what it is about
     * @param workloads what is measured
     * @return the part
     */
    public static Part of(String id, String title, Workload... workloads) {
        return new Part(id, title, List.of(workloads), List.of());
    }
}
