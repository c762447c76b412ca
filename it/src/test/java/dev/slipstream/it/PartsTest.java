package dev.slipstream.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.slipstream.lab.experiment.Experiments;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Test of what the packaged jars consist of, as {@code SECURITY.md} describes it. */
class PartsTest {
    private static final String ENGINE = "META-INF/slipstream/engine/";
    private static final String CLI = "META-INF/slipstream/cli/";
    private static final String SBOM = "META-INF/sbom/";
    private static final String PARTS = "META-INF/slipstream/parts";
    private static final Path LAB = ForkedJvm.JAR.resolveSibling("slipstream-lab.jar");
    private static final long MOST = 4_000_000;
    private static final long MOST_OF_THE_ENGINE = 570_000;
    private static final List<String> ONLY_WITH_AN_AGENT =
            List.of("/agent/asm/", "/agent/bake/", "/agent/launch/", "/rewrite/EditVisitor");
    private static final String OWN = "dev.slipstream";
    private static final String APACHE = "Apache-2.0";

    /** Modules whose classes are in the engine rather than in a jar of the command line. */
    private static final Set<String> IN_THE_ENGINE = Set.of("slipstream-agent", "slipstream-runtime", "slipstream-graft", "asm");

    private static final Pattern NETWORK =
            Pattern.compile("java/net/(\\w*Socket|\\w*URLConnection|http/)|java/nio/channels/\\w*Socket"
                    + "|java/rmi|javax/net|com/sun/net|openConnection|openStream");

    private static byte[] entry(Path file, String name) throws IOException {
        try (JarFile jar = new JarFile(file.toFile())) {
            return jar.getInputStream(jar.getEntry(name)).readAllBytes();
        }
    }

    private static List<String> entries(Path file, String prefix) throws IOException {
        try (JarFile jar = new JarFile(file.toFile())) {
            return jar.stream().filter(entry -> !entry.isDirectory()).map(JarEntry::getName)
                    .filter(name -> name.startsWith(prefix)).toList();
        }
    }

    private static List<JsonObject> components(Path file) throws IOException {
        assertThat(entries(file, SBOM)).as("Maven makes the list only while it is online: build without -o").hasSize(1);
        String json = new String(entry(file, entries(file, SBOM).get(0)), StandardCharsets.UTF_8);
        List<JsonObject> components = new ArrayList<>();
        for (JsonElement each : JsonParser.parseString(json).getAsJsonObject().getAsJsonArray("components")) {
            components.add(each.getAsJsonObject());
        }
        return components;
    }

    private static String text(JsonObject component, String field) {
        return component.get(field).getAsString();
    }

    private static String jarOf(JsonObject component) {
        return CLI + text(component, "name") + "-" + text(component, "version") + ".jar";
    }

    private static Set<String> jars(Path file) throws IOException {
        return entries(file, CLI).stream().filter(name -> name.endsWith(".jar")).collect(Collectors.toCollection(TreeSet::new));
    }

    static Stream<Path> both() {
        return Stream.of(ForkedJvm.JAR, LAB);
    }

    /** The lab's list has the parts of slipstream.jar, too, without which it does not run. */
    @ParameterizedTest
    @MethodSource("both")
    void everyPartIsListed(Path file) throws IOException {
        Set<String> listed = new TreeSet<>();
        for (JsonObject component : components(file)) {
            if (!IN_THE_ENGINE.contains(text(component, "name"))) {
                listed.add(jarOf(component));
            }
        }
        Set<String> jars = new TreeSet<>(jars(file));
        if (file.equals(LAB)) {
            jars.addAll(jars(ForkedJvm.JAR));
        }
        assertThat(jars).isEqualTo(listed);
    }

    @ParameterizedTest
    @MethodSource("both")
    void everyLicenceIsKnown(Path file) throws IOException {
        String notice = new String(entry(file, "META-INF/NOTICE"), StandardCharsets.UTF_8);
        for (JsonObject component : components(file)) {
            String group = text(component, "group");
            if (group.equals(OWN) || (file.equals(LAB) && !jars(LAB).contains(jarOf(component)))) {
                continue;
            }
            String licence = component.getAsJsonArray("licenses").toString();
            boolean isCarried =
                    !IN_THE_ENGINE.contains(text(component, "name")) && carriesItsLicence(entry(file, jarOf(component)));
            if ((!licence.contains(APACHE) && !isCarried) || licence.contains("GPL")) {
                assertThat(notice).as("%s %s", group, licence).contains("(" + group + ")");
            }
        }
        assertThat(entries(file, "META-INF/LICENSE")).hasSize(1);
    }

    /** Scanners know a licence by its identifier in SPDX's list, or an expression of these. */
    @ParameterizedTest
    @MethodSource("both")
    void everyLicenceHasAnIdentifier(Path file) throws IOException {
        for (JsonObject component : components(file)) {
            assertThat(component.getAsJsonArray("licenses")).as(text(component, "name")).isNotEmpty().allSatisfy(each -> {
                JsonObject licence = each.getAsJsonObject();
                assertThat(licence.has("expression") || licence.getAsJsonObject("license").has("id")).as("%s", licence).isTrue();
            });
            if (text(component, "group").equals(OWN)) {
                assertThat(component.getAsJsonArray("licenses").toString()).contains(APACHE);
            }
        }
    }

    /** An operator deploys no lab, nothing under the GPL, and few parts besides our own. */
    @Test
    void theJarForOperatorsHasNoLab() throws IOException {
        for (JsonObject component : components(ForkedJvm.JAR)) {
            if (!text(component, "group").equals(OWN)) {
                String licence = component.getAsJsonArray("licenses").toString();
                assertThat(licence).as(text(component, "name")).doesNotContain("GNU", "GPL");
            }
        }
        assertThat(jars(ForkedJvm.JAR).stream().map(name -> name.substring(CLI.length()).replaceAll("-\\d.*", "")))
                .containsExactlyInAnyOrder("slipstream-cli", "slipstream-diagnose", "slipstream-results", "picocli", "gson",
                        "error_prone_annotations", "jspecify", "progressbar", "jline-terminal", "commons-statistics-descriptive",
                        "commons-statistics-distribution", "commons-numbers-arrays", "commons-numbers-combinatorics",
                        "commons-numbers-core", "commons-numbers-fraction", "commons-numbers-gamma",
                        "commons-numbers-rootfinder");
        assertThat(jars(LAB)).isNotEmpty().doesNotContainAnyElementsOf(jars(ForkedJvm.JAR))
                .anyMatch(name -> name.contains("/slipstream-contest-")).anyMatch(name -> name.contains("/slipstream-lab-"))
                .anyMatch(name -> name.contains("/jmh-core-"));
        assertThat(entry(LAB, PARTS)).isEqualTo(entry(ForkedJvm.JAR, PARTS));
    }

    /** The engine is counted as a baked JDK has it, by the bytes of its classes. */
    @Test
    void theJarForOperatorsIsSmall() throws IOException {
        long engine = 0;
        try (JarFile jar = new JarFile(ForkedJvm.JAR.toFile())) {
            for (String name : entries(ForkedJvm.JAR, ENGINE + "dev/slipstream/")) {
                engine += ONLY_WITH_AN_AGENT.stream().anyMatch(name::contains) ? 0 : jar.getEntry(name).getSize();
            }
        }
        assertThat(engine).as("bytes of the engine").isLessThan(MOST_OF_THE_ENGINE);
        assertThat(Files.size(ForkedJvm.JAR)).as("bytes").isLessThan(MOST);
    }

    private static boolean carriesItsLicence(byte[] jar) throws IOException {
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(jar))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                if (entry.getName().matches("(META-INF/)?LICENSE(\\.txt)?")) {
                    return true;
                }
            }
            return false;
        }
    }

    @Test
    void theEngineHasNothingElse() throws IOException {
        assertThat(entries(ForkedJvm.JAR, ENGINE)).isNotEmpty().allMatch(name -> {
            String inside = name.substring(ENGINE.length());
            return inside.equals("build") || inside.equals("needs.txt") || inside.startsWith("dev/slipstream/")
                    || inside.matches("(java/lang|java/io|jdk/internal/(misc|foreign))/[^/]+\\.class");
        });
    }

    /** The scan of class files finds what code refers to by name. The lab's server listens on the loopback address. */
    @Test
    void noOtherClassUsesSockets() throws IOException {
        Set<String> found = new TreeSet<>();
        for (Path file : List.of(ForkedJvm.JAR, LAB)) {
            for (String name : entries(file, "META-INF/slipstream/")) {
                if (name.startsWith(ENGINE)) {
                    usesSockets(name, entry(file, name)).ifPresent(found::add);
                } else if (name.startsWith(CLI + "slipstream-")) {
                    found.addAll(thatUseSockets(entry(file, name)));
                }
            }
        }
        assertThat(found).containsExactly("dev/slipstream/cli/process/Connection",
                "dev/slipstream/lab/experiment/pinning/HelloServer");
    }

    private static Set<String> thatUseSockets(byte[] jar) throws IOException {
        Set<String> found = new TreeSet<>();
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(jar))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                usesSockets(entry.getName(), in.readAllBytes()).ifPresent(found::add);
            }
        }
        return found;
    }

    private static Optional<String> usesSockets(String name, byte[] content) {
        boolean uses = name.endsWith(".class") && NETWORK.matcher(new String(content, StandardCharsets.ISO_8859_1)).find();
        return uses ? Optional.of(name.replaceAll("(\\$\\w+)?\\.class$", "")) : Optional.empty();
    }

    /** Maven runs with every remedy, and so is an application as well. */
    @Tag("long")
    @Test
    void anotherBuildGivesTheSameBytes(@TempDir Path folder) throws Exception {
        Checkout copy = Checkout.in(folder.resolve("copy"));
        builds(copy, "-javaagent:" + ForkedJvm.JAR + "=quiet," + String.join(",", Experiments.remedies()));
        for (Path file : List.of(ForkedJvm.JAR, LAB)) {
            Path again = copy.folder().resolve("target").resolve(file.getFileName());
            assertThat(contents(again)).isEqualTo(contents(file));
            assertThat(Files.mismatch(again, file)).as("first byte that differs").isEqualTo(-1);
        }
    }

    /** Without a warning of Javadoc, each of which ends the build. */
    @Tag("long")
    @Test
    void whatIsPublishedHasDocumentation(@TempDir Path folder) throws Exception {
        Checkout copy = Checkout.in(folder.resolve("copy"));
        for (String module : List.of("library", "diagnose")) {
            builds(copy, "", module);
            Path documentation = copy.folder().resolve("target/slipstream-" + module + "-javadoc.jar");
            try (JarFile javadoc = new JarFile(documentation.toFile())) {
                assertThat(javadoc.stream().map(JarEntry::getName)).contains("index.html");
            }
        }
    }

    private static void builds(Checkout copy, String options, String... what) throws Exception {
        String[] arguments = Stream.concat(Stream.of("build"), Stream.of(what)).toArray(String[]::new);
        Ended build = copy.run(Map.of("MAVEN_OPTS", options), "slipstream", arguments);
        assertThat(build.exitCode()).as("%s", build).isZero();
    }

    /** Returns a checksum of each entry. */
    private static Map<String, Long> contents(Path file) throws IOException {
        try (JarFile jar = new JarFile(file.toFile())) {
            return jar.stream().collect(Collectors.toMap(JarEntry::getName, JarEntry::getCrc));
        }
    }
}
