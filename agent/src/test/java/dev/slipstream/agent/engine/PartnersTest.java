package dev.slipstream.agent.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.plan.Remedy;
import dev.slipstream.agent.plan.Remedy.Counter;
import dev.slipstream.agent.plan.Retrofit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Grafts and agent call each other through functional interfaces of the JDK, since neither side can import the other. A line
 * {@code @see "class"} names the class at the other end, so that a reader finds it.
 */
class PartnersTest {
    private static final Path ROOT = Path.of(System.getProperty("slipstream.root")).toAbsolutePath();
    private static final Pattern PARTNER = Pattern.compile("@see \"([\\w.]+)\"");
    private static final Pattern FUNCTION = Pattern.compile("import java\\.util\\.function\\.(\\w+);");
    private static final Pattern CONTROL = Pattern.compile("\\bBiFunction<String,\\s*Object,\\s*Object>\\s+\\w+(?:,\\s*\\w+)*;");

    /** A command that is sent, also by way of a method of the same class: {@code count}, {@code tell}. */
    private static final Pattern SENT = Pattern.compile("\\b(?:apply|count|tell)\\(\\s*\"([\\w-]+)\"");
    private static final Pattern HANDLED = Pattern.compile("\\bcase \"([\\w-]+)\":");
    private static final Pattern TEXT = Pattern.compile("\"([\\w-]+)\"");

    private static final Pattern COUNTER = Pattern.compile("\\b(?:counters\\.put|Map\\.of)\\(\"(\\w+)\"");

    /** The text of each class, by its name. */
    private static final Map<String, String> SOURCES =
            read("graft/src/main/java", "agent/src/main/java", "runtime/src/main/java", "runtime/src/main/java21");

    /** The partners of each class that names any. */
    private static final Map<String, Set<String>> PARTNERS = new TreeMap<>();

    static {
        SOURCES.forEach((name, text) -> PARTNERS.put(name, found(PARTNER, text)));
        PARTNERS.values().removeIf(Set::isEmpty);
    }

    /** Programs of tests, which send commands as well. */
    private static final Collection<String> PROGRAMS = read("stress/src/main/java", "it/src/main/java").values();

    private static Map<String, String> read(String... folders) {
        Map<String, String> texts = new TreeMap<>();
        for (String folder : folders) {
            Path root = ROOT.resolve(folder);
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
                    String name = root.relativize(file).toString().replaceFirst("\\.java$", "").replaceAll("\\W", ".");
                    texts.put(name, Files.readString(file));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return texts;
    }

    static Stream<String> grafts() {
        return SOURCES.keySet().stream().filter(PartnersTest::isGraft);
    }

    static Stream<String> withControl() {
        return SOURCES.keySet().stream().filter(name -> !isGraft(name) && CONTROL.matcher(SOURCES.get(name)).find());
    }

    static Set<String> withPartners() {
        return PARTNERS.keySet();
    }

    static Set<String> partnersOfOthers() {
        return PARTNERS.values().stream().flatMap(Set::stream).collect(Collectors.toSet());
    }

    private static boolean isGraft(String name) {
        return !name.startsWith("dev.slipstream.");
    }

    private static Set<String> partners(String name) {
        return PARTNERS.getOrDefault(name, Set.of());
    }

    private static Set<String> found(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(match -> match.group(1)).collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> found(Pattern pattern, Stream<String> texts) {
        return found(pattern, texts.collect(Collectors.joining()));
    }

    @ParameterizedTest
    @MethodSource("partnersOfOthers")
    void existence(String partner) {
        assertThat(SOURCES).containsKey(partner);
    }

    /** A graft names a partner for each functional interface that it implements or calls. */
    @ParameterizedTest
    @MethodSource("grafts")
    void ofGrafts(String name) {
        List<String> partners = partners(name).stream().map(SOURCES::get).toList();
        for (String function : found(FUNCTION, SOURCES.get(name))) {
            Pattern use = Pattern.compile("\\b" + function + "\\b");
            assertThat(partners).as(function).anyMatch(partner -> use.matcher(partner).find());
        }
    }

    /** A class of ours that keeps a control object names the graft that this is. */
    @ParameterizedTest
    @MethodSource("withControl")
    void ofControls(String name) {
        assertThat(partners(name)).anyMatch(PartnersTest::isGraft);
    }

    /** The classes of a package hand control objects on to each other, so one of them names the graft that names another. */
    @Test
    void nameEachOther() {
        assertThat(pairs(true)).isEqualTo(pairs(false)).isNotEmpty();
    }

    /** Returns each graft and package of which the graft, or a class of the package, names the other. */
    private static Set<String> pairs(boolean byGrafts) {
        Set<String> pairs = new TreeSet<>();
        for (String name : withPartners()) {
            for (String partner : partners(name)) {
                if (isGraft(name) == byGrafts && isGraft(partner) != byGrafts) {
                    String ours = byGrafts ? partner : name;
                    pairs.add((byGrafts ? name : partner) + " " + ours.substring(0, ours.lastIndexOf('.')));
                }
            }
        }
        return pairs;
    }

    /** Partners know the commands that a class sends. */
    @ParameterizedTest
    @MethodSource("withPartners")
    void sentCommands(String name) {
        assertThat(found(HANDLED, partners(name).stream().map(SOURCES::get))).containsAll(found(SENT, SOURCES.get(name)));
    }

    /** Classes that name a class send each command that this knows; some are for programs of tests. */
    @ParameterizedTest
    @MethodSource("partnersOfOthers")
    void handledCommands(String name) {
        Set<String> sent = found(SENT, withPartners().stream().filter(other -> partners(other).contains(name)).map(SOURCES::get));
        String simple = "\"" + name.substring(name.lastIndexOf('.') + 1) + "\"";
        sent.addAll(found(TEXT, PROGRAMS.stream().filter(text -> text.contains(simple))));
        assertThat(sent).containsAll(found(HANDLED, SOURCES.get(name)));
    }

    /** The runtime, which does not know the remedies, gives counters the names that they have in their remedy. */
    @Test
    void counters() {
        Set<String> found = new TreeSet<>();
        for (Retrofit retrofit : Remedies.all()) {
            Remedy remedy = retrofit.remedy();
            String runtime = "dev.slipstream.runtime." + remedy.name() + ".";
            Set<String> named =
                    found(COUNTER, SOURCES.keySet().stream().filter(name -> name.startsWith(runtime)).map(SOURCES::get));
            assertThat(remedy.counters()).extracting(Counter::name).containsAll(named);
            found.addAll(named);
        }
        assertThat(found).contains("renames", "applied");
    }
}
