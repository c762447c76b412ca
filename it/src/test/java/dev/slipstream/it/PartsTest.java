package dev.slipstream.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.slipstream.cli.process.Folders;
import dev.slipstream.lab.experiment.Experiments;
import dev.slipstream.testkit.Jvm;
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
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of what the packaged jar consists of, as {@code SECURITY.md} describes it. */
class PartsTest {
    private static final String ENGINE = "META-INF/slipstream/engine/";
    private static final String CLI = "META-INF/slipstream/cli/";
    private static final String OWN = "dev.slipstream";
    private static final String APACHE = "Apache-2.0";

    /** Modules whose classes are in the engine rather than in a jar of the command line. */
    private static final Set<String> IN_THE_ENGINE = Set.of("slipstream-agent", "slipstream-graft", "asm");

    private static final Pattern NETWORK = Pattern.compile("java/net/(\\w*Socket|\\w*URLConnection|http/)|java/nio/channels/\\w*Socket"
            + "|java/rmi|javax/net|com/sun/net|openConnection|openStream");

    private static byte[] entry(String name) throws IOException {
        try (JarFile jar = new JarFile(Jvm.JAR.toFile())) {
            return jar.getInputStream(jar.getEntry(name)).readAllBytes();
        }
    }

    private static List<String> entries(String prefix) throws IOException {
        try (JarFile jar = new JarFile(Jvm.JAR.toFile())) {
            return jar.stream().filter(entry -> !entry.isDirectory()).map(JarEntry::getName)
                    .filter(name -> name.startsWith(prefix)).toList();
        }
    }

    private static List<JsonObject> components() throws IOException {
        assertThat(entries("META-INF/sbom")).as("Maven makes the list only while it is online: build without -o").hasSize(1);
        String json = new String(entry("META-INF/sbom/slipstream.cdx.json"), StandardCharsets.UTF_8);
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

    @Test
    void everyPartIsListed() throws IOException {
        Set<String> listed = new TreeSet<>();
        for (JsonObject component : components()) {
            if (!IN_THE_ENGINE.contains(text(component, "name"))) {
                listed.add(jarOf(component));
            }
        }
        assertThat(entries(CLI).stream().filter(name -> name.endsWith(".jar"))).containsExactlyInAnyOrderElementsOf(listed);
    }

    @Test
    void everyLicenceIsKnown() throws IOException {
        String notice = new String(entry("META-INF/NOTICE"), StandardCharsets.UTF_8);
        for (JsonObject component : components()) {
            String group = text(component, "group");
            if (group.equals(OWN)) {
                continue;
            }
            String licence = component.getAsJsonArray("licenses").toString();
            boolean isCarried = !IN_THE_ENGINE.contains(text(component, "name")) && carriesItsLicence(entry(jarOf(component)));
            if (!licence.contains(APACHE) && !isCarried || licence.contains("GNU")) {
                assertThat(notice).as("%s %s", group, licence).contains("(" + group + ")");
            }
        }
        assertThat(entries("META-INF/LICENSE")).hasSize(1);
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
        assertThat(entries(ENGINE)).isNotEmpty().allMatch(name -> {
            String inside = name.substring(ENGINE.length());
            return inside.equals("build") || inside.equals("needs.txt") || inside.startsWith("dev/slipstream/")
                    || inside.matches("(java/lang|java/io|jdk/internal/(misc|foreign))/[^/]+\\.class");
        });
    }

    /** The scan of class files finds what code refers to by name. The lab's server listens on the loopback address. */
    @Test
    void noOtherClassUsesSockets() throws IOException {
        Set<String> found = new TreeSet<>();
        for (String name : entries("META-INF/slipstream/")) {
            if (name.startsWith(ENGINE)) {
                usesSockets(name, entry(name)).ifPresent(found::add);
            } else if (name.startsWith(CLI + "slipstream-")) {
                try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(entry(name)))) {
                    for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                        usesSockets(entry.getName(), in.readAllBytes()).ifPresent(found::add);
                    }
                }
            }
        }
        assertThat(found).containsExactly("dev/slipstream/cli/process/Connection", "dev/slipstream/lab/experiment/pinning/HelloServer");
    }

    private static Optional<String> usesSockets(String name, byte[] content) {
        boolean uses = name.endsWith(".class") && NETWORK.matcher(new String(content, StandardCharsets.ISO_8859_1)).find();
        return uses ? Optional.of(name.replaceAll("(\\$\\w+)?\\.class$", "")) : Optional.empty();
    }

    /** Maven runs with every remedy, and so is an application as well. */
    @Tag("long")
    @Test
    void anotherBuildGivesTheSameBytes(@TempDir Path folder) throws Exception {
        Path copy = folder.resolve("copy");
        // Not the files that attach makes for a moment in the folder of another test's JVM.
        Pattern made = Pattern.compile("(^|/)(target|\\.git|slipstream-results|\\.attach_pid\\d+)(/|$)");
        for (Path each : Folders.files(Jvm.ROOT, file -> !made.matcher(Jvm.ROOT.relativize(file).toString()).find())) {
            Path there = copy.resolve(Jvm.ROOT.relativize(each));
            Files.createDirectories(there.getParent());
            Files.copy(each, there);
        }
        ProcessBuilder command = new ProcessBuilder(copy.resolve("slipstream").toString(), "build").directory(copy.toFile())
                .redirectErrorStream(true);
        command.environment().put("MAVEN_OPTS", "-javaagent:" + Jvm.JAR + "=quiet," + String.join(",", Experiments.remedies()));
        Process build = command.start();
        String said = new String(build.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(build.waitFor()).as(said).isZero();
        Path again = copy.resolve("target/slipstream.jar");
        assertThat(contents(again)).isEqualTo(contents(Jvm.JAR));
        assertThat(Files.mismatch(again, Jvm.JAR)).as("first byte that differs").isEqualTo(-1);
    }

    /** Returns a checksum of each entry. */
    private static Map<String, Long> contents(Path file) throws IOException {
        try (JarFile jar = new JarFile(file.toFile())) {
            return jar.stream().collect(Collectors.toMap(JarEntry::getName, JarEntry::getCrc));
        }
    }
}
