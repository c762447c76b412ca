package dev.slipstream.lab;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * One lettered part of an experiment.
 *
 * @param id the letter, by which it can be chosen
 * @param title what it is about
 * @param axis what its workloads differ in, if they make a curve
 * @param guards the letters of the other parts whose claims nobody should believe when a control of this part moves
 * @param workloads what is measured
 * @param scenarios what passes or hangs
 */
public record Part(
        String id,
        String title,
        Optional<Axis> axis,
        List<String> guards,
        List<Workload> workloads,
        List<Scenario> scenarios) {

    /** Copies. */
    public Part {
        guards = List.copyOf(guards);
        workloads = List.copyOf(workloads);
        scenarios = List.copyOf(scenarios);
    }

    /**
     * The JDKs without which its headline claims cannot be judged; if it has none, those that its claims are about.
     *
     * @return feature releases
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

    /**
     * A part that measures.
     *
     * @param id the letter
     * @param title what it is about
     * @param workloads what is measured
     * @return the part
     */
    public static Part of(String id, String title, Workload... workloads) {
        return new Part(id, title, Optional.empty(), List.of(), List.of(workloads), List.of());
    }

    /**
     * A part with programs that pass or hang.
     *
     * @param id the letter
     * @param title what it is about
     * @param scenarios the programs
     * @return the part
     */
    public static Part of(String id, String title, List<Scenario> scenarios) {
        return new Part(id, title, Optional.empty(), List.of(), List.of(), scenarios);
    }

    /**
     * The same, as a curve.
     *
     * @param along what the workloads differ in; each must have a place on it
     * @return the part
     */
    public Part along(Axis along) {
        return new Part(id, title, Optional.of(along), guards, workloads, scenarios);
    }

    /**
     * The same, as the control of other parts of the experiment.
     *
     * @param parts their letters
     * @return the part
     */
    public Part guarding(String... parts) {
        return new Part(id, title, axis, List.of(parts), workloads, scenarios);
    }
}
