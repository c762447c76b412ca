package dev.slipstream.lab.experiment.text;

import static dev.slipstream.results.Subject.Kind.LIBRARY;
import static dev.slipstream.results.Subject.Kind.SLIPSTREAM;
import static dev.slipstream.results.Subject.Kind.STOCK;
import static dev.slipstream.results.Subject.Kind.TWIN;

import dev.slipstream.results.Bench;
import dev.slipstream.results.Benchmark;
import dev.slipstream.results.Claim;
import dev.slipstream.results.LibraryParts;
import dev.slipstream.results.Part;
import dev.slipstream.results.Part.Axis;
import dev.slipstream.results.Scenario;
import dev.slipstream.results.Scenario.Ending;
import dev.slipstream.results.Subject;
import dev.slipstream.results.Workload;
import dev.slipstream.results.stats.Bar;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The parts of the text experiment about the library: its buffer (subject "library") against the usual alternatives (subject
 * "stock").
 */
public final class TextLibrary implements LibraryParts {
    /** The oldest measured JDK, and the newest with long-term support. */
    private static final List<Integer> BOTH = List.of(17, 25);

    private static final List<Integer> ONE = List.of(25);
    private static final List<Integer> LENGTHS = List.of(1, 8, 16, 32, 48, 64, 128, 256);

    /** The length from which on gains are claimed: by then a builder has been reallocated twice. Shorter strings gain little. */
    private static final int GROWN = 64;

    /** The options that the other libraries' documentation asks for. */
    private static final List<String> OPENED = Stream.of("jdk.internal.misc", "java.lang", "java.lang.reflect", "java.io",
            "java.util", "java.nio", "sun.nio.ch").map(each -> "--add-opens=java.base/" + each + "=ALL-UNNAMED").toList();

    /** Far below any claimed gain. */
    private static final double TOLERANCE = 0.25;

    private static final Bar FASTER = new Bar.Faster(1);
    private static final Bar BY_HALF = new Bar.Faster(1.5);
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    /** The JDK of the headline claims. */
    private static final int HEADLINE = 25;

    @Override
    public String remedy() {
        return "text";
    }

    @Override
    public List<Part> parts(Bench bench) {
        return List.of(lines(), strings(), lengths(), memory(), nothingToGain().covering("a", "b", "c"));
    }

    private static Part lines() {
        return Part.of("a", "A line of text and numbers, written: the library's buffer (library) against others (stock)",
                line("builder", "whole", "toBytes", BOTH, BY_HALF),
                line("builder", "decimal", "toBytes", BOTH, BY_HALF),
                line("presized", "whole", "toBytes", BOTH, FASTER),
                line("reused", "whole", "toBytes", BOTH, FASTER),
                line("format", "whole", "toBytes", BOTH, new Bar.Faster(5)),
                line("agrona", "whole", "toBytes", BOTH, FASTER),
                line("agrona", "decimal", "toBytes", BOTH, FASTER),
                line("chronicle", "whole", "toBytes", BOTH, FASTER),
                line("chronicle", "decimal", "toBytes", BOTH, FASTER),
                line("log4j", "whole", "toBytes", BOTH, FASTER),
                line("log4j", "decimal", "toBytes", BOTH, FASTER));
    }

    private static Part strings() {
        return Part.of("b", "The same line as a string",
                line("builder", "whole", "toText", BOTH, FASTER),
                line("builder", "decimal", "toText", BOTH, BY_HALF),
                line("presized", "whole", "toText", BOTH, null),
                line("reused", "whole", "toText", BOTH, null));
    }

    private static Workload line(String by, String line, String method, List<Integer> features, @Nullable Bar bar) {
        String id = (method.equals("toText") ? "b-" : "a-") + by + "-" + line;
        String title = words(by) + (line.equals("whole") ? "" : ", with a decimal number");
        return Workload.of(id, title, line(by, line, method), Bench.pairs(1), subjects(features))
                .withCounterpart(line("text", line, method)).claiming(id.equals("a-builder-whole")
                        ? claims(features, bar).stream().map(claim -> claim.asHeadlineOn(HEADLINE)).toList()
                        : claims(features, bar));
    }

    private static String words(String by) {
        return switch (by) {
            case "builder" -> "new StringBuilder()";
            case "presized" -> "new StringBuilder(64)";
            case "reused" -> "one StringBuilder, used again";
            case "format" -> "String.format";
            case "agrona" -> "Agrona's ExpandableArrayBuffer";
            case "chronicle" -> "Chronicle's Bytes";
            case "log4j" -> "Log4j's StringBuilders";
            default -> throw new IllegalArgumentException(by);
        };
    }

    private static Benchmark line(String by, String line, String method) {
        Map<String, String> params = new LinkedHashMap<>();
        params.put("by", by);
        params.put("line", line);
        return TextExperiment.benchmark(BuildLine.class, method, params)
                .withJvmArgs(Stream.concat(OPENED.stream(), TextExperiment.HEAP.stream()).toList())
                .byFastest();
    }

    private static Map<Subject, Double> subjects(List<Integer> features) {
        return Subject.ofEach(features, TextExperiment.ITERATION_SECONDS, STOCK, LIBRARY);
    }

    private static List<Claim> claims(List<Integer> features, @Nullable Bar bar) {
        return bar == null
                ? List.of()
                : features.stream().map(feature -> new Claim(LIBRARY.on(feature), bar, STOCK.on(feature))).toList();
    }

    private static Part lengths() {
        return Part.of("c", "A string of words, by its length",
                LENGTHS.stream().map(length -> length(length)).toArray(Workload[]::new))
                .along(new Axis("length", "characters", true));
    }

    private static Workload length(int length) {
        Map<String, String> params = Map.of("length", Integer.toString(length));
        List<Claim> claims = length >= GROWN ? claims(ONE, FASTER) : List.of();
        return Workload.of("c-length-" + length, length + (length == 1 ? " character" : " characters"),
                TextExperiment.benchmark(BuildLength.class, "builder", params), Bench.pairs(1),
                subjects(ONE))
                .withCounterpart(TextExperiment.benchmark(BuildLength.class, "library", params)).at(length).claiming(claims);
    }

    private static Part memory() {
        return Part.of("d", "What is allocated", List.of(
                scenario("d-garbage", "lines and strings: the library's buffer makes no garbage", Garbage.class, OPENED),
                scenario("d-replay", "the published lengths at each capacity, as computed", Replay.class, List.of())));
    }

    private static Scenario scenario(String id, String title, Class<?> main, List<String> args) {
        Map<Subject, Ending> subjects = new LinkedHashMap<>();
        TextExperiment.NEEDED.forEach(feature -> subjects.put(STOCK.on(feature), Ending.PASS));
        return new Scenario(id, title, main.getName(), args, DEADLINE, subjects, 1, false);
    }

    /** Returns the controls. The agent changes {@code StringBuilder}, which the library's buffer does not use. */
    private static Part nothingToGain() {
        int pairs = Bench.pairs(TextExperiment.NARROW);
        Map<Subject, Double> subjects =
                Subject.ofEach(BOTH, TextExperiment.ITERATION_SECONDS, STOCK, SLIPSTREAM);
        subjects.put(TWIN.on(25), TextExperiment.ITERATION_SECONDS);
        List<Claim> claims = new ArrayList<>();
        BOTH.forEach(feature -> claims.add(
                Claim.control(SLIPSTREAM.on(feature), TOLERANCE, STOCK.on(feature)).asHeadlineOn(HEADLINE)));
        claims.add(Claim.control(TWIN.on(25), TOLERANCE, STOCK.on(25)));
        return Part.of("e", "Control: where there is nothing to gain",
                Workload.of("e-library", "the library's buffer, with the agent, fastest iterations",
                        line("text", "whole", "toBytes"), pairs, subjects).claiming(claims));
    }
}
