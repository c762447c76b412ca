package dev.slipstream.lab.run;

import dev.slipstream.lab.experiment.pinning.PinnedSleep;
import dev.slipstream.lab.run.Progress.Standing;
import dev.slipstream.lab.run.Prover.Forks;
import dev.slipstream.lab.run.Prover.Heading;
import dev.slipstream.results.Bench;
import dev.slipstream.results.Bench.CommandLine;
import dev.slipstream.results.Benchmark;
import dev.slipstream.results.Claim;
import dev.slipstream.results.Experiment;
import dev.slipstream.results.Part;
import dev.slipstream.results.Subject;
import dev.slipstream.results.Workload;
import dev.slipstream.results.file.Environment;
import dev.slipstream.results.jdk.Jdk;
import dev.slipstream.results.jdk.Jdk.NoJdkException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/** A workload that is over at once, on the JDK of the test, and all that is needed to run it. */
final class Tiny {
    static final int FEATURE = Runtime.version().feature();

    private Tiny() {}

    static Jdk jdk() throws NoJdkException {
        return Jdk.at(Path.of(System.getProperty("java.home")));
    }

    static CommandLine jvm(String... args) throws NoJdkException {
        return new CommandLine(jdk(), List.of(args));
    }

    /** As little as can be said of a machine. */
    static Heading heading() {
        Environment nowhere = new Environment(
                "a CPU", 1, null, "a kernel", "amd64", null, null, null, List.of(), Map.of(), null, null, List.of());
        return new Heading("0", List.of("prove"), "2026-01-01T00:00:00Z", () -> nowhere);
    }

    static Workload workload(long sleepMillis, int pairs, List<Subject> subjects, Claim... claims) {
        Map<Subject, Double> seconds = new LinkedHashMap<>();
        subjects.forEach(subject -> seconds.put(subject, 0.1));
        return workload(sleepMillis, pairs, seconds, claims);
    }

    static Workload workload(long sleepMillis, int pairs, Map<Subject, Double> seconds, Claim... claims) {
        return Workload.of("tiny", "four threads", sleeping(sleepMillis), pairs, 1, seconds).claiming(List.of(claims));
    }

    /** Returns the processes that this one has started and that have not ended. */
    static Set<ProcessHandle> processes() {
        return ProcessHandle.current().descendants().collect(Collectors.toSet());
    }

    static Benchmark sleeping(long millis) {
        Map<String, String> params =
                Map.of("threads", "4", "rounds", "10", "sleepMillis", Long.toString(millis), "lock", "own");
        return Benchmark.once(PinnedSleep.class.getName() + ".run", params);
    }

    /** An experiment of the test's own parts. */
    private record Small(List<Part> parts) implements Experiment {
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
    }

    /** A selection for JDKs that there are, or are said to be. */
    static Selection selection(Map<Integer, Jdk> jdks, Part... parts) {
        Bench bench = new Bench(jdks, Set.of(), Optional.empty());
        return new Selection(bench, List.of(), List.of(new Small(List.of(parts))), part -> Optional.of(part)
                .filter(each -> !each.id().equals("z")));
    }

    /** A prover that says what it does. */
    static Prover prover(Selection selection, Path output, List<String> said) {
        return prover(selection, output, said, ForkRunner::run, System::nanoTime);
    }

    /** The same, with other forks and another time. */
    static Prover prover(Selection selection, Path output, List<String> said, Forks forks, LongSupplier nanoTime) {
        return new Prover(selection, heading(), output, clock -> new Progress() {
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
