package dev.slipstream.lab.experiment;

import dev.slipstream.lab.experiment.arenas.ArenasExperiment;
import dev.slipstream.lab.experiment.buffering.BufferingExperiment;
import dev.slipstream.lab.experiment.naming.NamingExperiment;
import dev.slipstream.lab.experiment.pinning.PinningExperiment;
import dev.slipstream.lab.experiment.priority.PriorityExperiment;
import dev.slipstream.lab.experiment.text.TextExperiment;
import dev.slipstream.results.Experiment;
import java.util.List;

/** List of the experiments. */
public final class Experiments {
    private Experiments() {}

    /**
     * Returns all experiments.
     *
     * @return one per remedy, in the order in which they run
     */
    public static List<Experiment> all() {
        return List.of(new ArenasExperiment(), new BufferingExperiment(), new NamingExperiment(), new PinningExperiment(),
                new PriorityExperiment(), new TextExperiment());
    }

    /** Returns the names of all remedies, each of which has an experiment. */
    public static List<String> remedies() {
        return all().stream().map(Experiment::remedy).toList();
    }
}
