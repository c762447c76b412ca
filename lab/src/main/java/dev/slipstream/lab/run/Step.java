package dev.slipstream.lab.run;

import dev.slipstream.lab.Bench;
import dev.slipstream.lab.Bench.Jvm;
import dev.slipstream.lab.Scenario;
import dev.slipstream.lab.Subject;
import dev.slipstream.lab.Workload;
import java.util.Optional;

/**
 * Unit that is scheduled, runs repeatedly and has files of its own: a workload or a scenario on a subject.
 *
 * @param group the remedy, or another prefix that keeps the names of experiments apart
 * @param id the name of the workload or scenario
 * @param subject the subject
 */
record Step(String group, String id, Subject subject) {

    /** Returns the JVM that runs it here; empty if its JDK or the agent is missing. */
    Optional<Jvm> jvm(Bench bench, Workload workload) {
        return bench.jvm(subject, group, workload.benchmark(subject));
    }

    /** Returns the JVM that runs it here; empty if its JDK or the agent is missing. */
    Optional<Jvm> jvm(Bench bench, Scenario scenario) {
        return bench.jvm(subject, group, scenario.jvmArgs());
    }

    /** Returns the prefix of its files' names. */
    String file() {
        return toString().replace(' ', '-');
    }

    /** Returns the name of its files of a round, without a suffix. */
    String file(int round) {
        return file() + "-" + (round + 1);
    }

    /** Returns the name that progress and messages show. */
    @Override
    public String toString() {
        return group + " " + id + " " + subject;
    }
}
