package dev.slipstream.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.cli.process.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Test of {@code docs/versions.md}, and of the places that name the version. */
class VersionsPageTest {
    private static final Path ROOT = Path.of(System.getProperty("slipstream.root")).toAbsolutePath();
    private static final Pattern VERSION = Pattern.compile("<artifactId>slipstream</artifactId>\\s*<version>([^<]+)<");
    private static final Pattern OWN =
            Pattern.compile("<artifactId>slipstream(?:-[\\w-]+)?</artifactId>\\s*<version>([^<$]+)<"
                    + "|dev\\.slipstream:slipstream-[\\w-]+:(\\d[^'\"]*)|\\bslipstream[: ](\\d+\\.[^\\s,]*)"
                    + "|name: slipstream\\n(?:.*\\n)*? *version: (\\S+)|\\bappVersion: (\\S+)"
                    + "|cff-version: (?:.*\\n)*?version: (\\S+)");
    private static final Pattern NAMING = Pattern.compile("pom\\.xml|build\\.gradle|.*Dockerfile|.*\\.(yaml|yml|md|cff|json)");

    /** Files that name it in other ways than a POM. */
    private static final List<String> SOME = List.of("CITATION.cff", "docs/frameworks.md", "docs/install.md",
            "examples/dependency/shop/build.gradle", "examples/fleet/kubernetes/chart/Chart.yaml", "jbang-catalog.json",
            "kubernetes/chart/Chart.yaml");

    private static String read(Path file) throws IOException {
        return Files.readString(file);
    }

    private static List<String> rows(String heading) throws IOException {
        String page = read(ROOT.resolve("docs/versions.md"));
        String section = page.substring(page.indexOf("\n## " + heading)).substring(1).split("\n## ")[0];
        return section.lines().filter(line -> line.startsWith("| ")).skip(1).toList();
    }

    /** {@link PromisesTest} knows that these tests exist. */
    @Test
    void eachLineNamesATestOrIsUntested() throws IOException {
        assertThat(rows("Where it works")).hasSizeGreaterThan(15).allSatisfy(row -> {
            List<String> cells = List.of(row.split("\\|"));
            boolean isUntested = cells.get(2).strip().startsWith("untested");
            assertThat(isUntested || row.matches(".*`\\w+Test#\\w+`.*")).as(row).isTrue();
        });
    }

    @Test
    void theArtefactsAreThoseOfTheBom() throws IOException {
        Set<String> listed =
                rows("Artefacts").stream().map(row -> row.split("`")[1]).collect(Collectors.toCollection(TreeSet::new));
        Set<String> released = new TreeSet<>(Set.of("slipstream-bom"));
        Pattern.compile("<artifactId>(slipstream-[^<]+)<").matcher(read(ROOT.resolve("bom/pom.xml"))).results()
                .map(match -> match.group(1)).forEach(released::add);
        assertThat(listed).isEqualTo(released);
    }

    @Test
    void oneVersionIsNamedEverywhere() throws IOException {
        Matcher version = VERSION.matcher(read(ROOT.resolve("pom.xml")));
        assertThat(version.find()).isTrue();
        Map<String, Set<String>> all = new TreeMap<>();
        for (Path file : Folders.files(ROOT, file -> NAMING.matcher(file.getFileName().toString()).matches())) {
            String name = ROOT.relativize(file).toString();
            if (!name.contains("target/")) {
                OWN.matcher(read(file)).results().map(VersionsPageTest::named)
                        .forEach(each -> all.computeIfAbsent(name, any -> new TreeSet<>()).add(each));
            }
        }
        assertThat(all).containsKeys(SOME.toArray(String[]::new)).hasSizeGreaterThan(30)
                .allSatisfy((file, versions) -> assertThat(versions).containsExactly(version.group(1)));
        assertThat(read(ROOT.resolve("CHANGELOG.md"))).contains("\n## " + version.group(1) + " ");
    }

    private static String named(MatchResult match) {
        return IntStream.rangeClosed(1, match.groupCount()).mapToObj(match::group).filter(Objects::nonNull).findFirst()
                .orElseThrow();
    }
}
