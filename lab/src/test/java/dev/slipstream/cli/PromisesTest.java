package dev.slipstream.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.cli.process.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Test of {@code docs/promises.tsv}: it has a row for each sentence of the documents that promises something, with the tests or the command
 * that show it. A sentence that changes fails here until its row does.
 *
 * <p>Cells are separated by tabs: the document, the sentence with each run of white space as one space, and what shows it, either tests as
 * {@code Class#method} or one command.
 */
class PromisesTest {
    private static final Path ROOT = Path.of(System.getProperty("slipstream.root")).toAbsolutePath();
    private static final String TITLES = "file\tsentence\tby";

    private static final Pattern TEST = Pattern.compile("(\\w+Test)[#.](\\w+)");
    private static final Pattern METHOD = Pattern.compile("\\bvoid (\\w+)\\(");
    private static final Pattern ASKED = Pattern.compile("(?m)(?:^|`)slipstream ([a-z][^`\n]*)");
    private static final Pattern OWN_WORDS = Pattern.compile("(?m)^  (build|test)\\)$");

    private record Promise(String file, String sentence, String by) {
        /** Returns the words of the command; none if tests show it. */
        List<String> command() {
            List<String> words = List.of(by.split(" "));
            return words.stream().allMatch(word -> TEST.matcher(word).matches()) ? List.of() : words;
        }
    }

    private static List<Promise> promises() throws IOException {
        List<Promise> promises = new ArrayList<>();
        for (String line : Files.readAllLines(ROOT.resolve("docs/promises.tsv"))) {
            String[] cells = line.split("\t", -1);
            assertThat(cells).as(line).hasSize(TITLES.split("\t").length).doesNotContain("");
            promises.add(new Promise(cells[0], cells[1], cells[2]));
        }
        assertThat(promises.remove(0)).isEqualTo(new Promise("file", "sentence", "by"));
        return promises;
    }

    private static String read(String file) throws IOException {
        return Files.readString(ROOT.resolve(file)).replaceAll("\\s+", " ");
    }

    @Test
    void eachSentenceStandsInItsDocument() throws IOException {
        Map<String, String> documents = new TreeMap<>();
        for (Promise promise : promises()) {
            if (!documents.containsKey(promise.file)) {
                documents.put(promise.file, read(promise.file));
            }
            assertThat(documents.get(promise.file).contains(promise.sentence)).as("%s: %s", promise.file, promise.sentence)
                    .isTrue();
        }
        assertThat(documents.keySet()).containsExactlyInAnyOrder("README.md", "SECURITY.md", "docs/bake.md", "docs/fleet.md",
                "docs/trust.md");
    }

    @Test
    void noneIsThereTwice() throws IOException {
        assertThat(promises().stream().map(promise -> promise.file + ": " + promise.sentence)).doesNotHaveDuplicates();
    }

    @Test
    void eachCommandExists() throws IOException {
        Set<String> launchers =
                OWN_WORDS.matcher(Files.readString(ROOT.resolve("slipstream"))).results().map(word -> word.group(1))
                        .collect(Collectors.toSet());
        for (Promise promise : promises()) {
            List<String> words = promise.command();
            if (words.isEmpty()) {
                continue;
            }
            boolean isJava = words.get(0).equals("java");
            assertThat(ROOT.resolve(words.get(isJava ? 1 : 0))).as(promise.by).isRegularFile();
            if (words.get(0).equals("./slipstream") && !launchers.contains(words.get(1))) {
                Main.commandLine().parseArgs(words.stream().skip(1).toArray(String[]::new));
            }
        }
    }

    /** The site's front page and the forms of issues, whose readers have installed the command line. */
    @Test
    void eachCommandThatIsAskedForExists() throws IOException {
        List<Path> asking = new ArrayList<>(Folders.files(ROOT.resolve(".github"), any -> true));
        asking.add(ROOT.resolve("docs/index.md"));
        int commands = 0;
        for (Path file : asking) {
            for (MatchResult command : ASKED.matcher(Files.readString(file)).results().toList()) {
                Main.commandLine().parseArgs(command.group(1).split(" "));
                commands++;
            }
        }
        assertThat(commands).isGreaterThan(10);
    }

    /** Documents name tests, too. */
    @Test
    void eachTestExists() throws IOException {
        Map<String, Set<String>> methods = methods();
        List<String> texts = new ArrayList<>(promises().stream().map(Promise::by).toList());
        for (Path document : Folders.files(ROOT,
                file -> file.toString().endsWith(".md") && !file.toString().contains("/target/"))) {
            texts.add(Files.readString(document));
        }
        for (String text : texts) {
            for (MatchResult test : TEST.matcher(text).results().toList()) {
                assertThat(methods.getOrDefault(test.group(1), Set.of())).as(test.group()).contains(test.group(2));
            }
        }
    }

    /** Returns the methods of test classes by their simple names, which two modules may share. */
    private static Map<String, Set<String>> methods() throws IOException {
        Map<String, Set<String>> methods = new TreeMap<>();
        for (Path source : Folders.files(ROOT,
                file -> file.toString().contains("/src/test/") && file.toString().endsWith("Test.java"))) {
            Set<String> here =
                    methods.computeIfAbsent(source.getFileName().toString().replace(".java", ""), name -> new TreeSet<>());
            METHOD.matcher(Files.readString(source)).results().forEach(method -> here.add(method.group(1)));
        }
        return methods;
    }
}
