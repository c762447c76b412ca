package dev.slipstream.cli;

import dev.slipstream.cli.report.Report;
import dev.slipstream.lab.Bench;
import dev.slipstream.lab.Experiment;
import dev.slipstream.lab.Part;
import dev.slipstream.lab.Size;
import dev.slipstream.lab.experiment.Experiments;
import dev.slipstream.lab.jdk.Jdk;
import dev.slipstream.lab.jdk.JdkFinder;
import dev.slipstream.lab.jdk.JdkSetup;
import dev.slipstream.lab.jdk.NoJdkException;
import dev.slipstream.lab.result.Results;
import dev.slipstream.lab.run.Progress;
import dev.slipstream.lab.run.Prover;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Measures what the remedies claim, on this machine. */
@Command(
        name = "prove",
        description = "Measures what the remedies claim: stock JDKs against the same with Slipstream.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:every claim held", "1:a claim was refuted or is undecided", "2:bad usage", "3:nothing could be measured"
        },
        mixinStandardHelpOptions = true)
public final class ProveCommand implements Callable<Integer> {
    @Parameters(paramLabel = "REMEDY", arity = "0..*", description = "Which remedies to prove; none means all.")
    private List<String> remedies = List.of();

    @Option(names = "--jdk", paramLabel = "FEATURE=HOME", description = "A JDK to use, such as 21=/path. Repeatable.")
    private Map<Integer, Path> homes = new LinkedHashMap<>();

    @ArgGroup
    private Sizes sizes = new Sizes();

    @Option(names = "--pairs", paramLabel = "N", description = "How many pairs to measure of everything; 3 at least decide.")
    private Integer pairs;

    @Option(names = "--only", paramLabel = "PART", split = ",", description = "Only these parts, such as a,c,f.")
    private List<String> only = List.of();

    @Option(names = "--output", paramLabel = "DIR", defaultValue = "slipstream-results",
            description = "Where results.json, jmh.json and logs go (default: ${DEFAULT-VALUE}).")
    private Path output;

    @Option(names = "--markdown", paramLabel = "FILE", description = "Writes the tables as Markdown too.")
    private Optional<Path> markdown = Optional.empty();

    @Option(names = "--no-download", description = "Never set up a missing JDK.")
    private boolean noDownload;

    @Spec
    private CommandSpec spec;

    /** How much time there is. */
    private static final class Sizes {
        @Option(names = "--quick", description = "A few minutes: smaller, and fewer workloads.")
        private boolean quick;

        @Option(names = "--full", description = "Up to two hours: more pairs, every JDK, and stock where it takes minutes.")
        private boolean full;
    }

    /**
     * Runs the command.
     *
     * @return the exit code
     * @throws IOException if results cannot be written
     * @throws InterruptedException if interrupted
     */
    @Override
    public Integer call() throws IOException, InterruptedException {
        List<Experiment> experiments = experiments();
        Map<Integer, Jdk> given = givenJdks();
        if (pairs != null && pairs < 1) {
            throw usage("--pairs must be at least 1");
        }
        checkParts(experiments);
        PrintStream messages = System.err;
        Bench bench = bench(jdks(experiments, given, messages), agent(messages));

        Results results = new Prover(bench, output.toAbsolutePath(), Progress.onStandardError()).prove(experiments, this::chosen);
        System.out.print(Report.text(results));
        System.out.flush();
        if (markdown.isPresent()) {
            Files.writeString(markdown.get(), Report.markdown(results));
        }
        messages.println("Everything is in " + output.toAbsolutePath().normalize());
        if (!results.measured()) {
            messages.println("Nothing could be measured.");
            return ExitCodes.NOTHING_DONE;
        }
        return results.allHold() ? ExitCodes.DONE : ExitCodes.FAILED;
    }

    private boolean chosen(Part part) {
        return only.isEmpty() || only.contains(part.id());
    }

    private List<Experiment> experiments() {
        List<Experiment> all = Experiments.all();
        List<String> known = all.stream().map(Experiment::remedy).toList();
        for (String remedy : remedies) {
            if (!known.contains(remedy)) {
                throw usage("There is no experiment '" + remedy + "'; there is " + String.join(", ", known));
            }
        }
        return all.stream().filter(each -> remedies.isEmpty() || remedies.contains(each.remedy())).toList();
    }

    private Bench bench(Map<Integer, Jdk> jdks, Optional<Path> agent) {
        Size size = sizes.quick ? Size.QUICK : sizes.full ? Size.FULL : Size.DEFAULT;
        return new Bench(jdks, homes.keySet(), agent, size, pairs == null ? OptionalInt.empty() : OptionalInt.of(pairs));
    }

    private void checkParts(List<Experiment> experiments) {
        Bench empty = bench(Map.of(), Optional.empty());
        List<String> known = experiments.stream()
                .flatMap(each -> each.parts(empty).stream())
                .map(Part::id)
                .distinct()
                .toList();
        List<String> unknown = only.stream().filter(part -> !known.contains(part)).toList();
        if (!unknown.isEmpty()) {
            throw usage("There is no part " + String.join(", ", unknown) + "; there is " + String.join(", ", known));
        }
    }

    private Map<Integer, Jdk> givenJdks() {
        Map<Integer, Jdk> given = new TreeMap<>();
        homes.forEach((feature, home) -> {
            try {
                Jdk jdk = Jdk.at(home);
                if (jdk.feature() != feature) {
                    throw usage("--jdk " + feature + "=" + home + ": that is JDK " + jdk.version());
                }
                given.put(feature, jdk);
            } catch (NoJdkException none) {
                throw usage("--jdk " + feature + "=" + home + ": " + none.getMessage());
            }
        });
        return given;
    }

    /** Those that are there, and those that the experiments need besides, if they can be set up. */
    private Map<Integer, Jdk> jdks(List<Experiment> experiments, Map<Integer, Jdk> given, PrintStream messages)
            throws InterruptedException {
        JdkFinder finder = new JdkFinder();
        Map<Integer, Jdk> jdks = finder.find(given);
        TreeSet<Integer> missing =
                experiments.stream().flatMap(each -> each.features().stream()).collect(Collectors.toCollection(TreeSet::new));
        missing.removeAll(jdks.keySet());
        String checkout = System.getenv("SLIPSTREAM_ROOT");
        if (!missing.isEmpty() && !noDownload && checkout != null) {
            JdkSetup setup = new JdkSetup(Path.of(checkout, "tools", "jdks"), finder.cache(), messages);
            if (setup.available()) {
                jdks.putAll(setup.setUp(missing));
                missing.removeAll(jdks.keySet());
            }
        }
        if (!missing.isEmpty()) {
            messages.println("Not found: " + JdkSetup.names(missing) + ". Claims that need it stay undecided; install it, or name"
                    + " it with --jdk " + missing.first() + "=HOME.");
        }
        return jdks;
    }

    private static Optional<Path> agent(PrintStream messages) {
        Optional<Path> jar = Optional.ofNullable(System.getProperty("slipstream.jar")).map(Path::of).filter(Files::isRegularFile);
        if (jar.isEmpty()) {
            messages.println("The agent's jar is not known here: only stock JDKs can be measured.");
        }
        return jar.map(Path::toAbsolutePath);
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
