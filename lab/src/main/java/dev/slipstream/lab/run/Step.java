package dev.slipstream.lab.run;

import dev.slipstream.lab.Bench;
import dev.slipstream.lab.Jvm;
import dev.slipstream.lab.Scenario;
import dev.slipstream.lab.Subject;
import dev.slipstream.lab.Workload;
import java.util.Optional;

/**
 * What is run again and again, and has files and a place in the schedule: a workload or a scenario on a subject.
 *
 * @param group the remedy, or what else keeps the names of one experiment from those of another
 * @param id the workload's or the scenario's name
 * @param subject the subject
 */
record Step(String group, String id, Subject subject) {

    /** How it is started here; empty if its JDK or the agent is missing. */
    Optional<Jvm> jvm(Bench bench, Workload workload) {
        return bench.jvm(subject, group, workload.benchmark(subject));
    }

    /** How it is started here; empty if its JDK or the agent is missing. */
    Optional<Jvm> jvm(Bench bench, Scenario scenario) {
        return bench.jvm(subject, group, scenario.jvmArgs());
    }

    /** What the names of its files begin with. */
    String file() {
        return toString().replace(' ', '-');
    }

    /** The name of its files of a round, without an ending. */
    String file(int round) {
        return file() + "-" + (round + 1);
    }

    /** As progress and messages show it. */
    @Override
    public String toString() {
        return group + " " + id + " " + subject;
    }
}
