package dev.slipstream.results;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Lettered part of an experiment.
 *
 * @param id the letter that selects it
 * @param title the title
 * @param axis the quantity that varies between its workloads, if they make a curve
 * @param covers the letters of the other parts whose claims are void if a control of this part is refuted
 * @param workloads the workloads to measure
 * @param scenarios the programs that pass or hang
 */
public record Part(
        String id,
        String title,
        Optional<Axis> axis,
        List<String> covers,
        List<Workload> workloads,
        List<Scenario> scenarios) {

    /** Copies the lists. */
    public Part {
        covers = List.copyOf(covers);
        workloads = List.copyOf(workloads);
        scenarios = List.copyOf(scenarios);
    }

    /**
     * Returns the JDKs that its headline claims need, by feature release; if it has no headline claims, those that its other
     * claims need.
     */
    public Set<Integer> headlineFeatures() {
        Set<Integer> headline = features(true);
        return headline.isEmpty() ? features(false) : headline;
    }

    private Set<Integer> features(boolean headline) {
        Set<Integer> features = new TreeSet<>();
        workloads.stream().flatMap(workload -> workload.claims().stream()).filter(claim -> claim.headline() == headline)
                .forEach(claim -> features.addAll(List.of(claim.subject().feature(), claim.reference().feature())));
        scenarios.stream().filter(scenario -> scenario.headline() == headline)
                .forEach(scenario -> scenario.subjects().keySet().forEach(subject -> features.add(subject.feature())));
        return features;
    }

    /** Returns a part that measures workloads. */
    public static Part of(String id, String title, Workload... workloads) {
        return new Part(id, title, Optional.empty(), List.of(), List.of(workloads), List.of());
    }

    /** Returns a part with programs that pass or hang. */
    public static Part of(String id, String title, List<Scenario> scenarios) {
        return new Part(id, title, Optional.empty(), List.of(), List.of(), scenarios);
    }

    /**
     * Returns what is left of this part if only some measurements are wanted.
     *
     * @param wanted letters of whole parts, and ids of single workloads or scenarios; empty to want everything
     * @return this part, or one with fewer measurements, or nothing
     */
    public Optional<Part> only(Collection<String> wanted) {
        if (wanted.isEmpty() || wanted.contains(id)) {
            return Optional.of(this);
        }
        List<Workload> left = workloads.stream().filter(workload -> wanted.contains(workload.id())).toList();
        List<Scenario> leftPrograms = scenarios.stream().filter(scenario -> wanted.contains(scenario.id())).toList();
        return left.isEmpty() && leftPrograms.isEmpty() ? Optional.empty()
                : Optional.of(Records.with(Records.with(this, Part::workloads, left), Part::scenarios, leftPrograms));
    }

    /** Returns this part as a curve; every workload must have a place on the axis. */
    public Part along(Axis along) {
        return Records.with(this, Part::axis, Optional.of(along));
    }

    /** Returns this part as the control of other parts of the experiment, which are given by their letters. */
    public Part covering(String... parts) {
        return Records.with(this, Part::covers, List.of(parts));
    }

    /**
     * Quantity that varies between the workloads of a part, so that their scores make a curve.
     *
     * @param name the name of the quantity, such as {@code threads}
     * @param unit its unit, such as {@code bytes}; empty for a plain count
     * @param logarithmic whether the steps are factors rather than differences
     */
    public record Axis(String name, String unit, boolean logarithmic) {}
}
