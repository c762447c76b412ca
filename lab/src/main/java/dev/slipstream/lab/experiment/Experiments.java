package dev.slipstream.lab.experiment;

import dev.slipstream.lab.Experiment;
import java.util.List;

/** All experiments there are. */
public final class Experiments {
    private Experiments() {
    }

    /**
     * All experiments there are.
     *
     * @return one for each remedy, in the order in which they run
     */
    public static List<Experiment> all() {
        return List.of(new ArenasExperiment(), new BufferingExperiment(), new NamingExperiment(), new PinningExperiment(),
                new PriorityExperiment(), new TextExperiment());
    }
}
