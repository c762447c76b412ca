package dev.slipstream.lab.experiment;

import dev.slipstream.lab.Experiment;
import java.util.List;

/** Lists the experiments. */
public final class Experiments {
    private Experiments() {
    }

    /**
     * Returns all experiments.
     *
     * @return one per remedy, in the order in which they run
     */
    public static List<Experiment> all() {
        return List.of(new ArenasExperiment(), new BufferingExperiment(), new NamingExperiment(), new PinningExperiment(),
                new PriorityExperiment(), new TextExperiment());
    }
}
