package dev.slipstream.cli;

import dev.slipstream.cli.prove.Budget;
import dev.slipstream.cli.prove.Order;
import dev.slipstream.cli.prove.Proof;
import dev.slipstream.cli.prove.ProofFolder;
import dev.slipstream.lab.Bench;
import dev.slipstream.lab.Experiment;
import dev.slipstream.lab.Part;
import dev.slipstream.lab.Size;
import dev.slipstream.lab.Workload;
import dev.slipstream.lab.experiment.Experiments;
import dev.slipstream.lab.experiment.Floors;
import dev.slipstream.lab.jdk.Jdk;
import dev.slipstream.lab.run.Extension;
import dev.slipstream.lab.run.Plan;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
            "0:every claim held", "1:a claim was refuted or is undecided", "2:bad usage", "3:nothing could be measured",
            "130:stopped by Ctrl-C; --resume goes on"
        },
        mixinStandardHelpOptions = true)
public final class ProveCommand implements Callable<Integer> {
    private static final Duration USUAL_BUDGET = Duration.ofHours(1);

    @Parameters(paramLabel = "REMEDY", arity = "0..*", description = "Which remedies to prove; none means all.")
    private List<String> remedies = List.of();

    @Mixin
    private JdkOptions jdkOptions = new JdkOptions();

    @Option(names = "--no-download", description = "Never set up a missing JDK.")
    private boolean noDownload;

    @ArgGroup
    private Sizes sizes = new Sizes();

    @Option(names = "--pairs", paramLabel = "N", description = "How many pairs to measure of everything; 3 at least decide.")
    private Integer pairs;

    @Option(names = "--until-decided", description = "Goes on with undecided claims, with as many pairs as they ask for.")
    private boolean untilDecided;

    @Option(names = "--budget", paramLabel = "TIME", converter = Budget.class,
            description = "How long the whole run may take with --until-decided, such as 30m (default: 1h).")
    private Duration budget;

    @Option(names = "--only", paramLabel = "PART", split = ",", description = "Only these parts, such as a,c,f.")
    private List<String> only = List.of();

    @Option(names = "--output", paramLabel = "DIR", defaultValue = "slipstream-results",
            description = "Where report.html, results.json, jmh.json and logs go (default: ${DEFAULT-VALUE}).")
    private Path output;

    @Option(names = "--markdown", paramLabel = "FILE", description = "Writes the tables as Markdown too.")
    private Optional<Path> markdown = Optional.empty();

    @Option(names = "--resume", description = "Goes on with the proof in DIR that was stopped, with the options it was begun with.")
    private boolean resume;

    @Spec
    private CommandSpec spec;

    private final PrintStream messages = System.err;

    /** How much time there is. */
    private static final class Sizes {
        @Option(names = "--quick", description = "Under five minutes for all remedies: smaller, and fewer workloads.")
        private boolean quick;

        @Option(names = "--full", description = "Up to two hours: more pairs, every JDK, and stock where it takes minutes.")
        private boolean full;
    }

    /**
     * Runs the command.
     *
     * @return the exit code
     * @throws IOException if results cannot be written
     * @throws InterruptedException if interrupted while JDKs are set up
     * @throws Failure if there is nothing to resume
     */
    @Override
    public Integer call() throws IOException, InterruptedException, Failure {
        output = output.toAbsolutePath().normalize();
        if (resume) {
            return resume();
        }
        List<String> all = spec.commandLine().getParseResult().originalArgs();
        // Those of the whole command line, with the command's own name.
        return prove(all.subList(all.indexOf(spec.name()) + 1, all.size()), Optional.empty());
    }

    private int resume() throws IOException, InterruptedException, Failure {
        Set<String> others = spec.commandLine().getParseResult().matchedOptionsSet().stream()
                .map(option -> option.longestName())
                .collect(Collectors.toCollection(TreeSet::new));
        others.removeAll(Set.of("--resume", "--output", "--markdown"));
        if (!others.isEmpty() || !remedies.isEmpty()) {
            throw usage("--resume goes on with the options that the proof was begun with; leave out "
                    + String.join(", ", others.isEmpty() ? remedies : others));
        }
        Order order = Order.in(output).orElseThrow(() -> new Failure(ExitCodes.BAD_USAGE,
                "there is no proof in " + output + " that could be resumed; --output names another folder"));
        ProveCommand begun = new ProveCommand();
        new CommandLine(begun).parseArgs(order.arguments().toArray(String[]::new));
        begun.output = output;
        begun.markdown = markdown.or(() -> begun.markdown);
        return begun.prove(order.arguments(), Optional.of(order));
    }

    private int prove(List<String> arguments, Optional<Order> begun) throws IOException, InterruptedException, Failure {
        List<Experiment> experiments = experiments();
        if (pairs != null && pairs < 1) {
            throw usage("--pairs must be at least 1");
        }
        if (budget != null && !untilDecided) {
            throw usage("--budget says when --until-decided ends; without it the run takes as long as it takes");
        }
        checkParts(experiments);
        // Better now than after an hour.
        if (markdown.isPresent() && !Files.isWritable(markdown.get().toAbsolutePath().getParent())) {
            throw usage("--markdown " + markdown.get() + ": its folder cannot be written to");
        }
        Optional<Path> agent = agent();
        Set<Integer> needed = experiments.stream()
                .flatMap(each -> each.features(size()).stream())
                .collect(Collectors.toCollection(TreeSet::new));
        Bench bench = bench(jdkOptions.find(needed, !noDownload, messages), agent);
        needed.addAll(jdkOptions.asked());
        List<Workload> floors = only.isEmpty() ? Floors.on(bench, needed) : List.of();
        Plan plan = new Plan(bench, floors, experiments, this::chosen);
        Order order = Order.of(arguments, begun.map(Order::started).orElseGet(ProveCommand::now), plan.jdks(), agent);
        if (begun.isPresent()) {
            Optional<String> changed = begun.get().changed(order);
            if (changed.isPresent()) {
                throw new Failure(ExitCodes.BAD_USAGE, "the proof in " + output + " cannot be resumed: " + changed.get()
                        + ". Without --resume a new one begins");
            }
        } else {
            begin(order);
        }
        Duration time = budget == null ? USUAL_BUDGET : budget;
        return new Proof(plan, order, agent, output, messages).run(new Extension(untilDecided, time), markdown);
    }

    private void begin(Order order) throws Failure {
        try {
            ProofFolder.clear(output).ifPresent(aside -> messages.println("A stopped proof was here; it is now in " + aside));
            order.write(output);
        } catch (IOException e) {
            throw new Failure(ExitCodes.BAD_USAGE, "--output " + output + " cannot be used: " + Failure.describe(e));
        }
    }

    private static String now() {
        return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
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
        return new Bench(jdks, jdkOptions.asked(), agent, size(), pairs == null ? OptionalInt.empty() : OptionalInt.of(pairs));
    }

    private Size size() {
        return sizes.quick ? Size.QUICK : sizes.full ? Size.FULL : Size.DEFAULT;
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

    private Optional<Path> agent() {
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
