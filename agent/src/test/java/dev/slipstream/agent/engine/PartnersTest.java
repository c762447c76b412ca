package dev.slipstream.agent.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Grafts and agent call each other through functional interfaces of the JDK, since neither side can import the other. A line
 * {@code @see "class"} names the class at the other end, so that a reader finds it.
 */
class PartnersTest {
    private static final Path ROOT = Path.of(System.getProperty("slipstream.root")).toAbsolutePath();
    private static final String GRAFTS = "graft/src/main/java";
    private static final List<String> FOLDERS =
            List.of(GRAFTS, "agent/src/main/java", "runtime/src/main/java", "runtime/src/main/java21");
    private static final Pattern PARTNER = Pattern.compile("@see \"([\\w.]+)\"");
    private static final Pattern FUNCTION = Pattern.compile("import java\\.util\\.function\\.(\\w+);");
    private static final Pattern CONTROL = Pattern.compile("\\bBiFunction<String, Object, Object> \\w+;");

    static Stream<Path> sources() throws IOException {
        return Stream.concat(sources(GRAFTS), sources("agent/src/main/java"));
    }

    static Stream<Path> grafts() throws IOException {
        return sources(GRAFTS);
    }

    static Stream<Path> agent() throws IOException {
        return sources("agent/src/main/java").filter(file -> CONTROL.matcher(text(file)).find());
    }

    private static Stream<Path> sources(String folder) throws IOException {
        try (Stream<Path> files = Files.walk(ROOT.resolve(folder))) {
            return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Stream<String> partners(Path file) {
        return PARTNER.matcher(text(file)).results().map(partner -> partner.group(1));
    }

    private static Stream<Path> source(String partner, List<String> folders) {
        return folders.stream().map(folder -> ROOT.resolve(folder).resolve(partner.replace('.', '/') + ".java"))
                .filter(Files::exists);
    }

    @ParameterizedTest
    @MethodSource("sources")
    void existence(Path file) {
        assertThat(partners(file)).allSatisfy(partner -> assertThat(source(partner, FOLDERS)).as(partner).hasSize(1));
    }

    /** A graft names a partner for each functional interface that it implements or calls. */
    @ParameterizedTest
    @MethodSource("grafts")
    void ofGrafts(Path file) {
        List<String> partners = partners(file).flatMap(partner -> source(partner, FOLDERS)).map(PartnersTest::text).toList();
        Matcher functions = FUNCTION.matcher(text(file));
        while (functions.find()) {
            Pattern function = Pattern.compile("\\b" + functions.group(1) + "\\b");
            assertThat(partners).as(functions.group(1)).anyMatch(partner -> function.matcher(partner).find());
        }
    }

    /** A class of the agent that keeps a control object names the graft that this is. */
    @ParameterizedTest
    @MethodSource("agent")
    void ofTheAgent(Path file) {
        assertThat(partners(file).flatMap(partner -> source(partner, List.of(GRAFTS)))).isNotEmpty();
    }
}
