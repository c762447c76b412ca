package dev.slipstream.it.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.Container;
import dev.slipstream.it.common.NeedsRights;
import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.OnStockOnly;
import dev.slipstream.it.common.Programs;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Runs every command of the site's front page, {@code docs/index.md}, from top to bottom, in a folder with the files that they
 * name. The service hangs at first, as on the page.
 */
@Tag("long")
@OnStockOnly("It is a matter of threads, and not of classes.")
@ResourceLock("diagnoses")
class FrontPageTest {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```sh\\n(.*?)^```$");
    private static final String SERVICE = Programs.PACKAGE + "pinning.Serves";
    private static final String OPTIONS = "-Djdk.virtualThreadScheduler.parallelism=2";
    private static final String LATE = "-XX:+EnableDynamicAgentLoading";
    private static final long SETTLED_MILLIS = 2_500;

    /** Copies into a container and out of it, and runs commands in it, as the real one does by way of a cluster. */
    private static final String KUBECTL = """
            #!/bin/sh
            case $1 in
              cp)
                case $2 in
                  *:*) exec cp -r "$TMP/${2#*:/tmp/}" "$3" ;;
                  *) exec cp "$2" "$TMP/${3#*:/tmp/}" ;;
                esac ;;
              exec)
                shift
                if [ "$1" = -i ]; then shift; else exec </dev/null; fi
                shift 2
                exec nsenter --target "$FIRST" --user --preserve-credentials --mount --pid env -C / PATH="$PATH" \\
                  JDK_JAVA_OPTIONS='--limit-modules java.base,java.instrument' HOME=/none "$@" ;;
            esac
            exit 1
            """;

    @TempDir
    private Path folder;

    /** The lines of the page that are commands, with those of one block together. */
    private static List<String> commands(boolean inACluster) throws Exception {
        String page = Files.readString(ForkedJvm.ROOT.resolve("docs/index.md"));
        assertThat(page.lines().filter(line -> line.startsWith("```")).collect(Collectors.joining())).as("no other blocks")
                .matches("(```(sh|text)```)+");
        return BLOCK.matcher(page).results()
                .map(block -> block.group(1)).filter(block -> block.contains("kubectl") == inACluster).flatMap(String::lines)
                .toList();
    }

    @BeforeEach
    void writeFiles() throws Exception {
        Path bin = Files.createDirectory(folder.resolve("bin"));
        program(bin.resolve("slipstream"), "#!/bin/sh\nSLIPSTREAM_COMMAND=slipstream exec " + TestJdk.current().java() + " -jar "
                + ForkedJvm.JAR + " \"$@\"\n");
        program(bin.resolve("kubectl"), KUBECTL);
        Files.copy(ForkedJvm.JAR, folder.resolve("slipstream.jar"));
        for (Map.Entry<String, String> results : Map.of("laptop", "five-minutes", "server", "naming").entrySet()) {
            Files.copy(ForkedJvm.ROOT.resolve("docs/figures/" + results.getValue() + ".json"),
                    folder.resolve(results.getKey() + ".json"));
        }
        application(folder.resolve("app.jar"));
    }

    private static void program(Path file, String text) throws Exception {
        assertThat(Files.writeString(file, text).toFile().setExecutable(true)).isTrue();
    }

    /** An application that ends at once. */
    private static void application(Path jar) throws Exception {
        String name = "dev.slipstream.it.program.Nothing";
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, name);
        try (OutputStream file = Files.newOutputStream(jar); JarOutputStream out = new JarOutputStream(file, manifest)) {
            String entry = name.replace('.', '/') + ".class";
            out.putNextEntry(new ZipEntry(entry));
            out.write(FrontPageTest.class.getClassLoader().getResourceAsStream(entry).readAllBytes());
        }
    }

    private String run(TestJdk jdk, String command, Map<String, String> variables) throws Exception {
        ProcessBuilder bash = new ProcessBuilder("bash", "-ec", command).directory(folder.toFile());
        bash.environment().putAll(variables);
        bash.environment().put("PATH", folder.resolve("bin") + ":" + jdk.java().getParent() + ":" + System.getenv("PATH"));
        Ended ended = Running.start(bash).end();
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        return ended.out() + ended.err();
    }

    @OnEveryJdk(from = 21, to = 23)
    void fromAHangToAServingJvmAndBack(TestJdk jdk) throws Exception {
        try (Running jvm = Programs.on(jdk).with(OPTIONS, LATE).start(SERVICE)) {
            Thread.sleep(SETTLED_MILLIS);
            assertThat(jvm.out()).isEmpty();
            List<String> said = new ArrayList<>();
            for (String command : commands(false)) {
                said.add(command + "\n" + run(jdk, command.replace("PID", Long.toString(jvm.pid())), Map.of()));
                if (command.contains("attach PID --remedies pinning")) {
                    jvm.waitUntil("service", () -> jvm.out().contains("round 3"));
                }
            }
            assertThat(said).anyMatch(each -> each.contains("It hangs: 2 of 2 carriers"))
                    .anyMatch(each -> each.matches("(?s)slipstream status.*pinning: active.*"))
                    .anyMatch(each -> each.matches("(?s)java .*slipstream: pinning active; naming active; arenas active.*"))
                    .anyMatch(each -> each.matches("(?s)slipstream attach PID --remedies pinning\\n.*1 of 6 active: pinning.*"))
                    .anyMatch(each -> each.matches("(?s)slipstream detach.*pinning: off, taken back.*"))
                    .anyMatch(each -> each.matches("(?s)SLIPSTREAM=none.*slipstream: all remedies are off.*"));
            assertThat(jvm.err()).contains("detached, the JDK's own methods are back");
            assertThat(folder.resolve("evidence")).isDirectory();
            assertThat(folder.resolve("report.html")).content().contains("on 2 machines");
        }
    }

    /** The container's runtime has few modules; the second way to copy comes after the first has been tidied up. */
    @NeedsRights
    @OnEveryJdk(from = 21, to = 23)
    void inAContainer(TestJdk jdk) throws Exception {
        Path temporary = folder.resolve("tmp");
        Path copy = temporary.resolve("slipstream.jar");
        ForkedJvm contained = Container.on(jdk, Container.PROCESSES, temporary);
        if (contained.isRefused()) {
            return;
        }
        try (Running unshare = contained.with(OPTIONS, LATE).start(SERVICE)) {
            unshare.waitUntil("its start",
                    () -> ProcessHandle.of(unshare.pid()).orElseThrow().children().findFirst().isPresent());
            Thread.sleep(SETTLED_MILLIS);
            Map<String, String> variables =
                    Map.of("FIRST", Long.toString(Container.first(unshare)), "TMP", temporary.toString());
            StringBuilder said = new StringBuilder();
            for (String command : commands(true)) {
                said.append(run(jdk, command, variables));
                if (command.contains(" attach ")) {
                    unshare.waitUntil("service", () -> unshare.out().contains("round 3"));
                }
                if (command.contains(" rm ")) {
                    assertThat(copy).doesNotExist();
                } else {
                    assertThat(copy).as(command).hasSameBinaryContentAs(ForkedJvm.JAR);
                }
            }
            assertThat(said).contains("It hangs: 2 of 2 carriers", "pinning: active");
            assertThat(folder.resolve("evidence/threads-1.json")).content().contains("Serves.answer");
        }
    }
}
