package dev.slipstream.results;

import dev.slipstream.results.jdk.Jdk;
import dev.slipstream.results.stats.Judgement;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Equipment for experiments: the available JDKs and the agent. Immutable.
 */
public final class Bench {
    private final Map<Integer, Jdk> jdks;
    private final Map<Integer, Jdk> baked;
    private final Set<Integer> asked;
    private final Optional<Path> agent;

    /**
     * Creates a bench.
     *
     * @param jdks the JDK to use for each feature release
     * @param asked the feature releases that were requested by name, to be measured even if no claim needs them
     * @param agent the agent's jar; without it, only stock subjects can run
     */
    public Bench(Map<Integer, Jdk> jdks, Set<Integer> asked, Optional<Path> agent) {
        this(jdks, Map.of(), asked, agent);
    }

    private Bench(Map<Integer, Jdk> jdks, Map<Integer, Jdk> baked, Set<Integer> asked, Optional<Path> agent) {
        this.jdks = new TreeMap<>(jdks);
        this.baked = new TreeMap<>(baked);
        this.asked = new TreeSet<>(asked);
        this.agent = agent;
    }

    /**
     * Returns the same bench with baked JDKs.
     *
     * @param copies the copy of the JDK of a feature release, with the default remedies baked in
     * @return the bench
     */
    public Bench withBaked(Map<Integer, Jdk> copies) {
        return new Bench(jdks, copies, asked, agent);
    }

    /**
     * Returns the JVM that runs a program on a subject.
     *
     * @param subject the subject
     * @param remedy the remedy that the agent applies
     * @param workloadArgs the JVM arguments that the workload needs on every subject
     * @return empty if its JDK or the agent is missing
     */
    public Optional<CommandLine> jvm(Subject subject, String remedy, List<String> workloadArgs) {
        return jvm(subject, subject.kind().agentOptions(remedy), workloadArgs);
    }

    /**
     * Returns the JVM that runs a benchmark on a subject.
     *
     * @param subject the subject
     * @param remedy the remedy that the agent applies
     * @param benchmark the benchmark
     * @return empty if its JDK or the agent is missing
     */
    public Optional<CommandLine> jvm(Subject subject, String remedy, Benchmark benchmark) {
        List<String> options = new ArrayList<>(subject.kind().agentOptions(remedy));
        if (subject.kind() == Subject.Kind.SLIPSTREAM || subject.kind() == Subject.Kind.ALONE) {
            options.addAll(benchmark.settings());
        }
        List<String> args = new ArrayList<>(benchmark.jvmArgs());
        if (subject.kind() == Subject.Kind.OPTION) {
            args.addAll(benchmark.options());
        }
        return jvm(subject, options, args);
    }

    private Optional<CommandLine> jvm(Subject subject, List<String> options, List<String> workloadArgs) {
        Jdk jdk = (subject.kind() == Subject.Kind.BAKED ? baked : jdks).get(subject.feature());
        if (jdk == null || (!options.isEmpty() && agent.isEmpty())) {
            return Optional.empty();
        }
        List<String> args = new ArrayList<>(workloadArgs);
        if (!options.isEmpty()) {
            args.add("-javaagent:" + agent.get() + "=" + String.join(",", options));
        }
        return Optional.of(new CommandLine(jdk, args));
    }

    /**
     * Returns the available JDKs.
     *
     * @return the JDKs by feature release, in ascending order
     */
    public Map<Integer, Jdk> jdks() {
        return Collections.unmodifiableMap(jdks);
    }

    /**
     * Returns the feature releases to measure: those that the claims need, and those that were requested.
     *
     * @param needed the feature releases that the claims need
     * @param oldest the oldest feature release that the remedy applies to
     * @return the feature releases, in ascending order
     */
    public List<Integer> features(List<Integer> needed, int oldest) {
        Set<Integer> features = new TreeSet<>(asked);
        features.addAll(needed);
        return features.stream().filter(feature -> feature >= oldest).toList();
    }

    /**
     * Returns the number of pairs to measure before the first look.
     *
     * @param factor the multiple of the usual number, above 1 for a noisy workload or a narrow claim
     * @return {@link Judgement#FEWEST_PAIRS} times the factor
     */
    public static int pairs(double factor) {
        return (int) Math.ceil(Judgement.FEWEST_PAIRS * factor);
    }

    /**
     * Command line of a subject.
     *
     * @param jdk the JDK
     * @param args the arguments, including the agent
     */
    public record CommandLine(Jdk jdk, List<String> args) {

        /** Copies the arguments. */
        public CommandLine {
            args = List.copyOf(args);
        }
    }
}
