package dev.slipstream.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.cli.process.Folders;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Refusal;
import dev.slipstream.testkit.Running;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of {@code tools/stage}, which makes what Maven Central gets, and of projects that take their parts from there. */
@Tag("long")
class CentralTest {
    private static final String ADDRESS = "-Dslipstream.address=https://example.org/slipstream";
    private static final String NO_FAULT = " jars and a BOM, 0 faults\n";

    @TempDir
    private static Path folder;
    private static Checkout checkout;
    private static Path staged;

    @BeforeAll
    static void stageOnce() throws Exception {
        checkout = Checkout.in(folder.resolve("checkout"));
        staged = stage("staged");
    }

    private static Path stage(String name) throws Exception {
        Path made = folder.resolve(name);
        Ended ended = checkout.run(Map.of(), "tools/stage", made.toString(), ADDRESS);
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.out()).endsWith(NO_FAULT);
        return made;
    }

    /** Returns the path of a staged artefact without what follows its version. */
    private static String base(Path repository, String name) throws IOException {
        Path pom = Folders.files(repository.resolve("dev/slipstream").resolve(name), file -> file.toString().endsWith(".pom"))
                .get(0);
        return pom.toString().replaceAll("\\.pom$", "");
    }

    private static Map<String, Long> sums(Path repository) throws IOException {
        Map<String, Long> sums = new TreeMap<>();
        for (Path file : Folders.files(repository, any -> true)) {
            CRC32 sum = new CRC32();
            sum.update(Files.readAllBytes(file));
            sums.put(repository.relativize(file).toString(), sum.getValue());
        }
        return sums;
    }

    private static Map<String, Long> entries(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.stream().filter(entry -> !entry.getName().startsWith("META-INF/sbom/"))
                    .collect(Collectors.toMap(JarEntry::getName, JarEntry::getCrc));
        }
    }

    private static Ended check(Path repository) throws Exception {
        return Running.start(new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin/java").toString(),
                ForkedJvm.ROOT.resolve("tools/CentralRules.java").toString(), repository.toString())).end();
    }

    @Test
    void keepsTheRules() throws Exception {
        Ended ended = check(staged);
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.out()).endsWith(NO_FAULT).hasLineCount(1);
    }

    @Test
    void twoRunsGiveTheSameFiles() throws Exception {
        assertThat(sums(stage("again"))).isNotEmpty().isEqualTo(sums(staged));
    }

    /** All other tests are of that jar. Its list of parts names the project's address. */
    @Test
    void theJarIsTheOneThatIsTested() throws Exception {
        assertThat(entries(Path.of(base(staged, "slipstream-all") + ".jar"))).isEqualTo(entries(ForkedJvm.JAR));
    }

    @Test
    void theLibrarysSourcesAndDocumentationAreComplete() throws Exception {
        for (String name : new String[] {"arenas/ArenaGroup", "naming/ThreadNames", "pinning/CarrierKeeper", "priority/Level"}) {
            try (JarFile sources = new JarFile(base(staged, "slipstream-library") + "-sources.jar");
                    JarFile documentation = new JarFile(base(staged, "slipstream-library") + "-javadoc.jar")) {
                assertThat(sources.getEntry("dev/slipstream/" + name + ".java")).as(name).isNotNull();
                assertThat(documentation.getEntry("dev.slipstream/dev/slipstream/" + name + ".html")).as(name).isNotNull();
            }
        }
    }

    @Test
    void faultsAreFound() throws Exception {
        Path broken = folder.resolve("broken");
        for (Path file : Folders.files(staged, any -> true)) {
            Path there = broken.resolve(staged.relativize(file));
            Files.createDirectories(there.getParent());
            Files.copy(file, there);
        }
        Files.delete(Path.of(base(broken, "slipstream-spark") + "-sources.jar"));
        Files.delete(Path.of(base(broken, "slipstream-jmc") + ".jar.sha1"));
        Path pom = Path.of(base(broken, "slipstream-library") + ".pom");
        Files.writeString(pom, Files.readString(pom).replaceAll("<description>.*</description>", "").replace("https:", "file:"));
        Path bom = Path.of(base(broken, "slipstream-bom") + ".pom");
        Files.writeString(bom,
                Files.readString(bom).replaceFirst("(slipstream-runtime</artifactId>\\s*<version>)[^<]*", "$10.9"));
        Folders.delete(broken.resolve("dev/slipstream/slipstream-diagnose"));
        Ended ended = check(broken);
        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(ended.out()).contains("-sources.jar is missing\n", ".jar is not what its SHA-1 says\n",
                ".pom is not what its MD5 says\n", " has no description", " has no web address as scm/url\n",
                " depends on slipstream-diagnose 1", " depends on slipstream-runtime 0.9, which is not there\n",
                "and a BOM of [");
    }

    @Test
    void anEmptyFolderIsNoRelease() throws Exception {
        assertThat(check(Files.createDirectory(folder.resolve("empty"))).exitCode()).isEqualTo(1);
    }

    private static void namesItsOrders(String said) {
        String lines = "order 1: sent\norder 2: sent\norder 3: sent\nnames by ";
        assertThat(said).contains(lines + "UNSAFE\n", "naming active", lines + "SET_NAME\n");
    }

    /** The repository that it asks is empty but for Maven's plugins, so nothing of this machine's helps. */
    @Test
    void aProjectOfMaven() throws Exception {
        Ended ended = checkout.run(Map.of(), "tools/dependents", "maven", staged.toString());
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        namesItsOrders(ended.out());
    }

    /** Debian's Gradle needs a mount namespace, which some machines refuse. */
    @Test
    void aProjectOfGradle() throws Exception {
        Ended ended = checkout.run(Map.of(), "tools/dependents", "gradle", staged.toString());
        if (ended.out().contains("unshare: ")) {
            Refusal.isTold(ended.out().substring(ended.out().indexOf("unshare: ")));
        } else {
            assertThat(ended.exitCode()).as("%s", ended).isZero();
            namesItsOrders(ended.out());
        }
    }
}
