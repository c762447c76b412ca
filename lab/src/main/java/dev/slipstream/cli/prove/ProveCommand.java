package dev.slipstream.cli.prove;

import dev.slipstream.agent.plan.NotKnown;
import dev.slipstream.cli.DurationConverter;
import dev.slipstream.cli.LabCommand;
import dev.slipstream.cli.Main;
import dev.slipstream.cli.OneJar;
import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import dev.slipstream.lab.experiment.Experiments;
import dev.slipstream.lab.experiment.floor.Floors;
import dev.slipstream.lab.run.Selection;
import dev.slipstream.results.Bench;
import dev.slipstream.results.Experiment;
import dev.slipstream.results.Part;
import dev.slipstream.results.Scenario;
import dev.slipstream.results.Subject;
import dev.slipstream.results.Workload;
import dev.slipstream.results.jdk.JdkSetup;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The {@code prove} command: measures the remedies' claims on this machine. */
@Command(
        name = "prove",
        description = {
            "Measures the claims of the remedies: stock JDKs against the same JDKs with Slipstream.",
            "The headline claims of each remedy come first, then the claims that are decided soonest, until the budget is spent."
        },
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:no claim was refuted; what is undecided or was not measured is listed", "1:a claim was refuted",
            "2:bad usage", "3:nothing could be measured", "130:stopped by Ctrl-C; --resume continues"
        },
        mixinStandardHelpOptions = true)
public final class ProveCommand implements LabCommand {
    /** The first release on which the proof was tested. */
    private static final int OLDEST = 25;

    @Parameters(paramLabel = "REMEDY", arity = "0..*", description = "The remedies to prove (default: all).")
    private List<String> remedies = List.of();

    @Mixin
    private JdkOptions jdkOptions = new JdkOptions();

    @Option(names = "--no-download", description = "Never sets up a missing JDK.")
    private boolean noDownload;

    @Option(names = "--budget", paramLabel = "TIME", converter = DurationConverter.class, defaultValue = "5m",
            description = "How long the proof may take, such as 90s, 30m or 3h (default: ${DEFAULT-VALUE}).")
    private Duration budget;

    @Option(names = "--strict", description = "Exits with 1 also if a measured claim is undecided.")
    private boolean strict;

    @Option(names = "--only", paramLabel = "PART", split = ",",
            description = "Measures only these parts, such as a,c,f, or single measurements, such as h-start-up.")
    private List<String> only = List.of();

    @Option(names = "--output", paramLabel = "DIR", defaultValue = "slipstream-results",
            description = "Where report.html, results.json, jmh.json and logs go (default: ${DEFAULT-VALUE}).")
    private Path output;

    @Option(names = "--markdown", paramLabel = "FILE", description = "Writes the tables as Markdown too.")
    private Optional<Path> markdown = Optional.empty();

    @Option(names = "--baked",
            description = "Also measures copies of the JDKs with the default remedies baked in, which it makes first.")
    private boolean baked;

    @Option(names = "--resume",
            description = "Continues the proof in DIR with its original options; only --budget, --strict and --markdown may change."
                    + " The time already spent counts towards the budget.")
    private boolean resume;

    @Spec
    private CommandSpec spec;

    private final PrintStream messages = System.err;

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
        if (Runtime.version().feature() < OLDEST) {
            throw new Failure(ExitCodes.BAD_USAGE, "prove requires JDK " + OLDEST + " or newer, but runs on " + Runtime.version()
                    + "; the JDKs that it examines may be older");
        }
        output = output.toAbsolutePath().normalize();
        if (resume) {
            return resume();
        }
        List<String> all = spec.commandLine().getParseResult().originalArgs();
        // These are the arguments of the whole command line, including this command's name.
        return prove(all.subList(all.indexOf(spec.name()) + 1, all.size()), Optional.empty());
    }

    private int resume() throws IOException, InterruptedException, Failure {
        Set<String> others = spec.commandLine().getParseResult().matchedOptionsSet().stream()
                .map(option -> option.longestName())
                .collect(Collectors.toCollection(TreeSet::new));
        others.removeAll(Set.of("--resume", "--output", "--markdown", "--budget", "--strict"));
        if (!others.isEmpty() || !remedies.isEmpty()) {
            throw usage("--resume continues with the original options of the proof; leave out "
                    + String.join(", ", others.isEmpty() ? remedies : others));
        }
        Order order = Order.in(output).orElseThrow(() -> new Failure(ExitCodes.BAD_USAGE,
                "no proof to resume in " + output + "; specify its folder with --output"));
        ProveCommand begun = new ProveCommand();
        new CommandLine(begun).parseArgs(order.arguments().toArray(String[]::new));
        begun.output = output;
        begun.markdown = markdown.or(() -> begun.markdown);
        begun.budget = given("--budget") ? budget : begun.budget;
        begun.strict |= strict;
        return begun.prove(order.arguments(), Optional.of(order));
    }

    private boolean given(String option) {
        return spec.commandLine().getParseResult().hasMatchedOption(option);
    }

    private int prove(List<String> arguments, Optional<Order> begun) throws IOException, InterruptedException, Failure {
        List<Experiment> experiments = experiments();
        checkParts(experiments);
        // Fails now rather than after an hour.
        if (markdown.isPresent() && !Files.isWritable(markdown.get().toAbsolutePath().getParent())) {
            throw usage("--markdown " + markdown.get() + ": cannot write to its folder");
        }
        Optional<Path> agent = agent();
        Set<Integer> needed = needed(experiments);
        Bench found = new Bench(jdkOptions.find(needed, !noDownload, messages), jdkOptions.asked(), agent);
        Bench bench =
                baked ? found.withBaked(BakedCopies.of(found.jdks(), baked(found, experiments), OneJar.path(), Main.version()))
                        : found;
        needed.addAll(jdkOptions.asked());
        List<Workload> floors = only.isEmpty() ? Floors.on(bench, needed) : List.of();
        Selection selection = new Selection(bench, floors, experiments, this::chosen);
        Set<Integer> others = new TreeSet<>(selection.missing());
        others.removeAll(needed);
        if (!others.isEmpty()) {
            messages.println("Not found: " + JdkSetup.names(others) + ". Claims about it are left out; specify it with --jdk "
                    + others.iterator().next() + "=HOME.");
        }
        Order order = Order.of(arguments, begun.map(Order::started).orElseGet(ProveCommand::now), selection.jdks(), jars());
        if (begun.isPresent()) {
            Optional<String> changed = begun.get().changed(order);
            if (changed.isPresent()) {
                throw new Failure(ExitCodes.BAD_USAGE, "cannot resume the proof in " + output + ": " + changed.get()
                        + "; to start a new one, leave out --resume");
            }
        } else {
            begin(order);
        }
        return new Proof(selection, order, agent, output, messages).run(budget, strict, markdown);
    }

    /** Returns the feature releases that the chosen parts measure as baked copies. */
    private Set<Integer> baked(Bench bench, List<Experiment> experiments) {
        return experiments.stream().flatMap(each -> each.parts(bench).stream()).flatMap(part -> chosen(part).stream())
                .flatMap(part -> Stream.concat(part.workloads().stream().map(Workload::subjects),
                        part.scenarios().stream().map(Scenario::subjects)))
                .flatMap(subjects -> subjects.keySet().stream())
                .filter(subject -> subject.kind() == Subject.Kind.BAKED).map(Subject::feature)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private void begin(Order order) throws Failure {
        try {
            ProofFolder.clear(output).ifPresent(aside -> messages.println("Moved a stopped proof to " + aside));
            order.write(output);
        } catch (IOException e) {
            throw new Failure(ExitCodes.BAD_USAGE, "--output " + output + " cannot be used: " + Failure.describe(e));
        }
    }

    private static String now() {
        return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** Parts about baked JDKs are left out without {@code --baked}: their claims could never be decided. */
    private Optional<Part> chosen(Part part) {
        return part.only(only).filter(left -> baked || !isAboutBaked(left));
    }

    private static boolean isAboutBaked(Part part) {
        return part.workloads().stream().flatMap(workload -> workload.subjects().keySet().stream())
                .anyMatch(subject -> subject.kind() == Subject.Kind.BAKED);
    }

    private List<Experiment> experiments() {
        List<Experiment> all = Experiments.all();
        List<String> known = all.stream().map(Experiment::remedy).toList();
        for (String remedy : remedies) {
            if (!known.contains(remedy)) {
                throw usage(NotKnown.text(List.of(remedy), known));
            }
        }
        return all.stream().filter(each -> remedies.isEmpty() || remedies.contains(each.remedy())).toList();
    }

    /** Returns the feature releases that headline claims are about. Others are measured if present. */
    private Set<Integer> needed(List<Experiment> experiments) {
        Bench empty = emptyBench();
        return experiments.stream()
                .flatMap(each -> each.parts(empty).stream())
                .flatMap(part -> chosen(part).stream())
                .flatMap(part -> part.headlineFeatures().stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private Bench emptyBench() {
        return new Bench(Map.of(), jdkOptions.asked(), Optional.empty());
    }

    private void checkParts(List<Experiment> experiments) {
        Bench empty = emptyBench();
        List<Part> parts = experiments.stream().flatMap(each -> each.parts(empty).stream()).toList();
        List<String> unknown = only.stream()
                .filter(wanted -> parts.stream().noneMatch(part -> part.only(List.of(wanted)).isPresent())).toList();
        if (!unknown.isEmpty()) {
            throw usage("unknown part " + String.join(", ", unknown) + "; the parts are "
                    + parts.stream().map(Part::id).distinct().collect(Collectors.joining(", "))
                    + "; a single measurement is named as in the messages of a proof");
        }
        if (!only.isEmpty() && parts.stream().allMatch(part -> chosen(part).isEmpty())) {
            throw usage("part " + String.join(", ", only) + " is about baked JDKs; add --baked");
        }
    }

    private Optional<Path> agent() {
        Optional<Path> jar = jars().stream().findFirst();
        if (jar.isEmpty()) {
            messages.println("The agent's jar was not found: only stock JDKs can be measured.");
        }
        return jar;
    }

    /** Returns the agent's jar and the lab's; none if this does not run from them. */
    private static List<Path> jars() {
        return Stream.of("slipstream.jar", "slipstream.lab").map(System::getProperty).filter(Objects::nonNull).map(Path::of)
                .filter(Files::isRegularFile).map(Path::toAbsolutePath).toList();
    }

    private ParameterException usage(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
