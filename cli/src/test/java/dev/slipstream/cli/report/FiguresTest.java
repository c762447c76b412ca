package dev.slipstream.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import dev.slipstream.cli.process.Folders;
import dev.slipstream.cli.report.Machines.Numbered;
import dev.slipstream.results.Records;
import dev.slipstream.results.Subject;
import dev.slipstream.results.Subject.Kind;
import dev.slipstream.results.file.Environment;
import dev.slipstream.results.file.ResultFiles;
import dev.slipstream.results.file.Results;
import dev.slipstream.results.file.Results.ClaimResult;
import dev.slipstream.results.file.Results.ExperimentResult;
import dev.slipstream.results.file.Results.SubjectResult;
import dev.slipstream.results.file.Results.WorkloadResult;
import java.io.IOException;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Test that the documents' figures are those of runs. Runs are kept in {@code docs/figures}. A table of a document stands between
 * the markers {@code generated from docs/figures/NAME.json: WORDS} and {@code end of generated}; {@link #generated} lists the words.
 *
 * <p>What {@code tools/jtreg} and the like print is in {@code docs/figures/NAME.tsv}, shown as it is, without words. The samples of
 * {@code tools/soak} are drawn in {@code docs/soak.svg}.
 *
 * <p>To replace a run, copy its {@code results.json} to {@code docs/figures/NAME.json}. The tests then fail, and leave the short
 * form of the results and the right documents in {@code cli/target/figures}.
 */
class FiguresTest {
    private static final Path ROOT = Path.of(System.getProperty("slipstream.root")).toAbsolutePath();
    private static final Path RIGHT = Path.of("target/figures");

    private static final Pattern GENERATED = Pattern.compile(
            "(?s)(<!-- generated from (docs/figures/[\\w-]+\\.(?:json|tsv))(?:: ([\\w -]+))? -->\\n).*?(<!-- end of generated -->)");

    /** Components that no table shows, or that name folders of the machine. */
    private static final Set<String> LEFT_OUT = Set.of("iterations", "jvmArgs", "remaining", "variables", "home", "output");

    /** The digits of a number: so many more than tables show that these stay the same. */
    private static final MathContext DIGITS = new MathContext(8);

    static List<Path> runs() throws IOException {
        try (Stream<Path> files = Files.list(ROOT.resolve("docs/figures"))) {
            return files.sorted().toList();
        }
    }

    static List<Path> documents() throws IOException {
        return Folders.files(ROOT, file -> file.toString().endsWith(".md") && !file.toString().contains("/target/")).stream()
                .sorted().toList();
    }

    @ParameterizedTest
    @MethodSource("runs")
    void runsAreKeptInTheirShortForm(Path run) throws Exception {
        String text = Files.readString(run);
        if (run.toString().endsWith(".tsv")) {
            assertThat(text.lines().map(line -> line.split("\t", -1).length).distinct()).as("numbers of cells").hasSize(1);
            return;
        }
        assertRight(run, text, ResultFiles.text(shortened(JsonParser.parseString(text))));
        ResultFiles.read(run);
    }

    @ParameterizedTest
    @MethodSource("documents")
    void tablesFollowFromRuns(Path document) throws Exception {
        String text = Files.readString(document);
        assertRight(document, text, generated(text));
    }

    @Test
    void thePlotsFollowFromSamples() throws Exception {
        for (String name : List.of("soak", "soak-attached")) {
            Process plot = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin/java").toString(),
                    ROOT.resolve("tools/SoakPlot.java").toString(),
                    ROOT.resolve("docs/figures/" + name + "-samples.tsv").toString()).start();
            String right = new String(plot.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(plot.waitFor()).isZero();
            assertRight(ROOT.resolve("docs/" + name + ".svg"), read(ROOT.resolve("docs/" + name + ".svg")), right);
        }
    }

    @Test
    void eachRunIsShown() throws IOException {
        String all = documents().stream().map(FiguresTest::read).collect(Collectors.joining());
        assertThat(runs()).isNotEmpty().allSatisfy(run -> assertThat(all).contains("from docs/figures/" + run.getFileName()));
    }

    @Test
    void aFigureOfAnotherRunIsNoticed() throws Exception {
        String readme = read(ROOT.resolve("README.md"));
        MatchResult figure = Pattern.compile("\\*\\*(\\d)[^*]*\\*\\*").matcher(readme).results().findFirst().orElseThrow();
        String other = new StringBuilder(readme).replace(figure.start(1), figure.end(1), figure.group(1).equals("9") ? "8" : "9")
                .toString();
        assertThat(generated(other)).isEqualTo(readme).isNotEqualTo(other);
    }

    private static String generated(String document) throws Exception {
        StringBuilder text = new StringBuilder();
        Matcher each = GENERATED.matcher(document);
        while (each.find()) {
            Path run = ROOT.resolve(each.group(2));
            String generated = run.toString().endsWith(".tsv") ? columns(Files.readAllLines(run)) : results(run, each.group(3));
            each.appendReplacement(text, "$1" + Matcher.quoteReplacement(generated) + "$4");
        }
        return each.appendTail(text).toString();
    }

    private static String results(Path run, String words) throws Exception {
        Results results = ResultFiles.read(run);
        List<String> names = List.of(words.split(" "));
        return switch (names.get(0)) {
            case "headlines" -> headlines(results) + "\n" + run(results);
            case "scores" -> TextTable.markdown(scores(results, names.subList(1, names.size())));
            case "remedy" -> Report.markdown(only(names.get(1), results)).strip() + "\n\n" + run(results);
            default -> throw new IllegalArgumentException("no such table: " + words);
        };
    }

    /** Returns a table of lines whose cells are separated by tabs. The first one names the columns. */
    private static String columns(List<String> lines) {
        List<String> titles = List.of(lines.get(0).split("\t", -1));
        List<String> first = List.of(lines.get(1).split("\t", -1));
        Table table = new Table(IntStream.range(0, titles.size())
                .mapToObj(i -> (first.get(i).matches("[\\d,]+") ? ">" : "") + titles.get(i)).toList());
        lines.stream().skip(1).forEach(line -> table.add(List.of(line.split("\t", -1))));
        return TextTable.markdown(table);
    }

    /** Returns a row for each headline that compares the retrofit with the stock JDK. */
    private static String headlines(Results results) {
        StringBuilder table = new StringBuilder("""
                | remedy | for | measured | JDK | as it is | with Slipstream | gain | interval |
                |---|---|---|---:|---:|---:|---:|---:|
                """);
        for (ExperimentResult experiment : results.experiments()) {
            for (WorkloadResult workload : experiment.parts().stream().flatMap(part -> part.workloads().stream()).toList()) {
                for (ClaimResult claim : workload.claims()) {
                    Subject subject = Subject.named(claim.subject());
                    String stock = Kind.STOCK.on(subject.feature()).toString();
                    if (Headline.is(claim) && subject.kind() == Kind.SLIPSTREAM
                            && (claim.reference().equals(stock) || claim.bar().share())) {
                        Headline headline = new Headline(workload, claim);
                        table.append("| [%1$s](remedies/%1$s.md) | %2$s | %3$s | %4$d | %5$s | **%6$s** | %7$s %8$s | %9$s |\n"
                                .formatted(
                                        experiment.remedy(), TextTable.escaped(experiment.title()),
                                        TextTable.escaped(workload.title()),
                                        subject.feature(), score(workload, stock, Unit.of(workload)),
                                        score(workload, claim.subject(), Unit.of(workload)),
                                        headline.figure().orElseThrow(), headline.words(), headline.interval()));
                    }
                }
            }
        }
        return table.toString();
    }

    /** Returns the medians of workloads that are named as in a report's tables, such as {@code naming-g}. */
    private static Table scores(Results results, List<String> names) {
        List<String> subjects =
                named(results, names).flatMap(workload -> workload.subjects().stream()).map(SubjectResult::subject)
                        .distinct().map(Subject::named).sorted().map(Subject::toString).toList();
        Table table =
                new Table(Stream.concat(Stream.of(""), subjects.stream().map(subject -> ">" + Words.subject(subject))).toList());
        Function<WorkloadResult, Unit> units = Unit.ofRows(named(results, names).toList());
        named(results, names).forEach(workload -> table.add(Stream.concat(Stream.of(workload.title()),
                subjects.stream().map(subject -> score(workload, subject, units.apply(workload)))).toList()));
        return table;
    }

    private static Stream<WorkloadResult> named(Results results, List<String> names) {
        return names.stream().map(name -> Machines.of("", results).experiments().stream()
                .flatMap(experiment -> Numbered.of(experiment).stream()
                        .filter(workload -> name.equals(experiment.any().remedy() + "-" + workload.number())))
                .findFirst().orElseThrow(() -> new IllegalArgumentException("no such workload: " + name)).workload().any());
    }

    private static String score(WorkloadResult workload, String subject, Unit unit) {
        return workload.subjects().stream().filter(each -> each.subject().equals(subject) && each.median() != null)
                .map(each -> unit.text(each.median())).findFirst().orElse("");
    }

    private static Results only(String remedy, Results all) {
        Results one = Records.with(Records.with(all, Results::floors, List.of()), Results::experiments,
                all.experiments().stream().filter(each -> each.remedy().equals(remedy)).toList());
        return Records.with(one, Results::remaining, all.remaining().stream().filter(each -> each.remedy().equals(remedy))
                .toList());
    }

    private static String run(Results results) {
        Environment here = results.environment();
        return "By `%s`, %s, %s; %s, %d cores, %s, %s.\n".formatted(String.join(" ", results.command()),
                results.started().substring(0, 10), Words.duration(results.seconds()), here.cpu(), here.cores(), here.kernel(),
                here.jdks().stream().map(jdk -> "JDK " + jdk.version()).collect(Collectors.joining(", ")));
    }

    /** Leaves out iterations, folders and the like, and digits. */
    private static JsonElement shortened(JsonElement json) {
        if (json.isJsonObject()) {
            JsonObject shorter = new JsonObject();
            json.getAsJsonObject().asMap().forEach((name, value) -> {
                if (!LEFT_OUT.contains(name)) {
                    shorter.add(name, shortened(value));
                }
            });
            return shorter;
        }
        if (json.isJsonArray()) {
            JsonArray shorter = new JsonArray();
            json.getAsJsonArray().forEach(each -> shorter.add(shortened(each)));
            return shorter;
        }
        boolean fraction = json.isJsonPrimitive() && json.getAsJsonPrimitive().isNumber() && json.getAsString().contains(".");
        return fraction ? new JsonPrimitive(json.getAsBigDecimal().round(DIGITS).doubleValue()) : json;
    }

    private static void assertRight(Path file, String text, String expected) throws IOException {
        Path right = RIGHT.resolve(ROOT.relativize(file));
        if (!text.equals(expected)) {
            Files.createDirectories(right.getParent());
            Files.writeString(right, expected);
        }
        assertThat(text).as("%s; the right one is cli/%s", file, right).isEqualTo(expected);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
