package dev.slipstream.lab.run;

import dev.slipstream.lab.Bench;
import dev.slipstream.lab.Experiment;
import dev.slipstream.lab.Part;
import dev.slipstream.lab.jdk.Jdk;
import dev.slipstream.lab.run.Progress.Standing;
import dev.slipstream.lab.run.Prover.Forks;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/** An experiment of the test's own parts. */
record Small(List<Part> parts) implements Experiment {
    @Override
    public String remedy() {
        return "pinning";
    }

    @Override
    public String title() {
        return "small";
    }

    @Override
    public String about(int feature) {
        return "";
    }

    @Override
    public List<Part> parts(Bench bench) {
        return parts;
    }

    /** A plan for JDKs that there are, or are said to be. */
    static Plan plan(Map<Integer, Jdk> jdks, Part... parts) {
        Bench bench = new Bench(jdks, Set.of(), Optional.empty());
        return new Plan(bench, List.of(), List.of(new Small(List.of(parts))), part -> !part.id().equals("z"));
    }

    /** A prover that says what it does. */
    static Prover prover(Plan plan, Path output, List<String> said) {
        return prover(plan, output, said, ForkRunner::run, System::nanoTime);
    }

    /** The same, with other forks and another time. */
    static Prover prover(Plan plan, Path output, List<String> said, Forks forks, LongSupplier nanoTime) {
        return new Prover(plan, Tiny.heading(), output, clock -> new Progress() {
            @Override
            public void started(String what) {
                said.add(what);
            }

            @Override
            public void ended(String what, String outcome) {
                said.add(what + ": " + outcome);
            }

            @Override
            public void stands(Standing standing) {
                // Only steps matter.
            }

            @Override
            public void close() {
                said.add("closed");
            }
        }, forks, nanoTime);
    }
}
