package dev.slipstream.it.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.BakedJdks;
import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.OnStockOnly;
import dev.slipstream.it.common.Programs;
import dev.slipstream.it.common.Tool;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

/**
 * Runs the pods that the components of {@code kubernetes/} make, as a node does: the command of the init container, then the
 * application with the variables. Folders take the place of images and volumes, and each path of a manifest means the one in its
 * folder.
 */
@Tag("long")
@OnStockOnly("The JDK is a part of each case.")
class PodsTest {
    private static final Path EXAMPLE = ForkedJvm.ROOT.resolve("examples/fleet");
    private static final Path EXPORTER = ForkedJvm.ROOT.resolve("examples/target/fleet/jmx-exporter.jar");
    private static final String PORT = "9404";
    private static final String JDK = "/opt/java/openjdk";

    @TempDir
    private Path folder;

    private Path image;
    private Page page;

    /** The image of the agent, as its Dockerfile says, in a folder that other users may read. */
    @BeforeEach
    void copyIntoTheImage() throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        image = Files.createDirectory(folder.resolve("image"));
        Files.copy(ForkedJvm.JAR, image.resolve("slipstream.jar"));
        Files.copy(EXPORTER, image.resolve("jmx-exporter.jar"));
        Files.copy(EXAMPLE.resolve("jmx-exporter.yml"), image.resolve("jmx-exporter.yml"));
        page = Page.onAFreePort();
    }

    /** Returns what a deployment of the example says of its pods. */
    private static Map<?, ?> pod(String overlay) throws Exception {
        Ended ended = run(List.of(), ForkedJvm.ROOT.resolve("tools/render").toString(), "kustomize", "build",
                EXAMPLE.resolve("kubernetes").resolve(overlay).toString());
        Iterable<Object> resources = new Yaml().loadAll(ended.out());
        Map<?, ?> deployment = StreamSupport.stream(resources.spliterator(), false).map(each -> (Map<?, ?>) each)
                .filter(each -> each.get("kind").equals("Deployment")).findFirst().orElseThrow();
        Map<?, ?> spec = (Map<?, ?>) deployment.get("spec");
        return (Map<?, ?>) ((Map<?, ?>) spec.get("template")).get("spec");
    }

    private static Ended run(List<String> variables, String... words) throws Exception {
        Ended ended = end(variables, words);
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        return ended;
    }

    private static Ended end(List<String> variables, String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of("env"));
        command.addAll(variables);
        command.addAll(List.of(words));
        return Running.start(new ProcessBuilder(command)).end();
    }

    private static List<Map<?, ?>> list(Map<?, ?> of, String key) {
        List<Map<?, ?>> list = new ArrayList<>();
        ((List<?>) of.get(key)).forEach(each -> list.add((Map<?, ?>) each));
        return list;
    }

    /** Returns the folders of a container's volumes, by their paths in it. As in an {@code emptyDir}, each user may write. */
    private Map<String, Path> volumes(Map<?, ?> container) throws Exception {
        Map<String, Path> volumes = new HashMap<>();
        for (Map<?, ?> mount : list(container, "volumeMounts")) {
            Path volume = Files.createDirectories(folder.resolve("volume-" + mount.get("name")));
            Files.setPosixFilePermissions(volume, PosixFilePermissions.fromString("rwxrwxrwx"));
            Object part = mount.get("subPath");
            volumes.put((String) mount.get("mountPath"), part == null ? volume : volume.resolve((String) part));
        }
        return volumes;
    }

    private static String here(String text, Map<String, Path> places) {
        Pattern paths = Pattern.compile("(?<![\\w/.-])(" + String.join("|", places.keySet()) + ")(?=/|$)");
        return paths.matcher(text).replaceAll(path -> places.get(path.group()).toString());
    }

    /** Runs the init container, from an image that has the folders, as the user of the pod where that is allowed. */
    private void initialise(Map<?, ?> pod, Map<String, Path> inTheImage) throws Exception {
        assertThat(list(pod, "initContainers")).singleElement().satisfies(container -> {
            Map<String, Path> places = new HashMap<>(inTheImage);
            places.putAll(volumes(container));
            List<String> command = new ArrayList<>();
            if (run(List.of(), "id", "-u").out().equals("0\n")) {
                Map<?, ?> user = (Map<?, ?>) pod.get("securityContext");
                command.addAll(List.of("setpriv", "--reuid=" + user.get("runAsUser"), "--regid=" + user.get("runAsGroup"),
                        "--clear-groups"));
            }
            ((List<?>) container.get("command")).forEach(word -> command.add(here((String) word, places)));
            run(List.of(), command.toArray(String[]::new));
        });
    }

    /** Returns the variables of the application, with the exporter on a free port of the loopback address. */
    private List<String> variables(Map<?, ?> pod) throws Exception {
        Map<?, ?> container = list(pod, "containers").get(0);
        Map<String, Path> places = volumes(container);
        List<String> variables = new ArrayList<>();
        for (Map<?, ?> variable : list(container, "env")) {
            variables.add(variable.get("name") + "=" + here((String) variable.get("value"), places).replace("=" + PORT + ":",
                    "=127.0.0.1:" + page.port() + ":"));
        }
        return variables;
    }

    private static ForkedJvm with(List<String> variables, ForkedJvm jvm) {
        List<String> words = new ArrayList<>(List.of("env"));
        words.addAll(variables);
        return jvm.under(words.toArray(String[]::new));
    }

    @OnEveryJdk
    void theCanaryHasTheAgentAndShowsIt(TestJdk jdk) throws Exception {
        Map<?, ?> pod = pod("canary");
        initialise(pod, Map.of("/slipstream", image));
        List<String> variables = variables(pod);
        try (Running jvm = with(variables, Programs.on(jdk)).start(Programs.CONSOLE)) {
            jvm.ask("call naming.NameLoad some");
            assertThat(jvm.err()).contains("slipstream: naming active");
            jvm.waitUntil("its metrics",
                    () -> page.read().matches("(?s).*slipstream_remedy_active\\{[^}]*\"naming\"[^}]*} 1.*"));
            othersInTheContainer(variables, jdk, jvm.pid());
        }
    }

    /** Other JVMs in its container have the variables, too. */
    private void othersInTheContainer(List<String> variables, TestJdk jdk, long pid) throws Exception {
        String bin = jdk.java().getParent().toString();
        Ended jcmd = run(variables, bin + "/jcmd", "-l");
        assertThat(jcmd.out()).contains(Long.toString(pid));
        assertThat(jcmd.err()).contains("Picked up JAVA_TOOL_OPTIONS: ", "slipstream: naming active");
        Ended second = end(variables, bin + "/java", "-version");
        assertThat(second.exitCode()).as("the exporter's port is in use: %s", second).isEqualTo(1);
        run(variables, bin + "/keytool", "-help");
        List<String> withoutExporter = new ArrayList<>(List.of("-u", "JDK_JAVA_OPTIONS"));
        withoutExporter.addAll(variables.stream().filter(each -> !each.startsWith("JDK_JAVA_OPTIONS")).toList());
        String jar = folder.resolve("volume-slipstream/slipstream.jar").toString();
        Ended status = run(withoutExporter, bin + "/java", "-jar", jar, "status", Long.toString(pid));
        assertThat(status.out()).contains("naming: active");
    }

    @OnEveryJdk
    void theBakedJdkTakesThePlaceOfTheApplications(TestJdk jdk) throws Exception {
        Map<?, ?> pod = pod("baked");
        Path baked = image.resolve("openjdk");
        run(List.of(), "cp", "-al", BakedJdks.of(jdk).home().toString(), baked.toString());
        initialise(pod, Map.of(JDK, baked));
        initialise(pod, Map.of(JDK, baked)); // as after a restart of the node, over files that may not be written
        TestJdk swapped = new TestJdk(jdk.feature(), volumes(list(pod, "containers").get(0)).get(JDK));
        // A class archive that does not fit its JDK ends the JVM.
        run(List.of(), swapped.java().toString(), "-Xshare:on", "-version");
        try (Running jvm = with(variables(pod), ForkedJvm.on(swapped, Programs.CLASS_PATH)).start(Programs.CONSOLE)) {
            jvm.ask("call naming.NameLoad some");
            jvm.waitUntil("the remedy", () -> Tool.run("status", Long.toString(jvm.pid())).out().contains("naming: active"));
        }
    }
}
