package dev.slipstream.it.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.OnStockOnly;
import dev.slipstream.it.common.Programs;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Test that the commands run on Java runtimes that have few modules, from the jar alone. */
@OnStockOnly("It is a matter of the runtime of the command.")
class RuntimesTest {
    /** A module that every runtime has. */
    private static final String FEWEST = "java.base";

    /** Modules that {@code jdeps} lists for the jars of the agent, the command line and its libraries. */
    private static final List<String> MODULES =
            List.of("java.base", "java.compiler", "java.desktop", "java.instrument", "java.logging",
                    "java.management", "java.naming", "java.sql", "jdk.attach", "jdk.jfr", "jdk.management", "jdk.unsupported");

    /** Commands that examine the JVM, with the exit codes that they may have on a runtime that lacks modules. */
    private static final Map<String, List<Integer>> ON_A_JVM =
            Map.of("status", List.of(0), "attach --remedies naming,quiet", List.of(0),
                    "diagnose --for 1s", List.of(0), "attach --trial 4s --remedies naming", List.of(3), "detach", List.of(0));

    private static final Map<String, List<Integer>> OTHERS = Map.of("--version", List.of(0), "--help", List.of(0), "ps",
            List.of(0),
            "ps --json", List.of(0), "jdks", List.of(0), "explain naming", List.of(0, 2, 3), "report none.json", List.of(2),
            "diagnose none.jfr", List.of(2, 3), "fleet none --name service=path:(x)", List.of(2, 3), "run -- true", List.of(0));

    @TempDir
    private Path folder;

    private Ended run(TestJdk jdk, List<String> options, String... args) throws Exception {
        List<String> command = new ArrayList<>(List.of("env", "-C", folder.toString(), jdk.java().toString()));
        command.addAll(options);
        command.addAll(List.of("-jar", ForkedJvm.JAR.toString()));
        command.addAll(List.of(args));
        return Running.start(new ProcessBuilder(command)).end();
    }

    private static void isOrderly(Ended ended, List<Integer> codes) {
        assertThat(ended.exitCode()).as("%s", ended).isIn(codes);
        assertThat(ended.err()).as("%s", ended).doesNotContain("Exception in thread", "\tat ");
        if (ended.exitCode() > 1) {
            assertThat(ended.err().lines()).as("%s", ended).anyMatch(line -> line.startsWith("slipstream: "));
        }
    }

    private void allCommands(TestJdk jdk, String modules) throws Exception {
        List<String> options = List.of("--limit-modules", modules);
        try (Running jvm = Programs.on(jdk).with("-XX:+EnableDynamicAgentLoading").start(Programs.CONSOLE)) {
            assertThat(jvm.ask("threads")).isEmpty();
            String pid = Long.toString(jvm.pid());
            // The order matters: what is attached is seen, and then taken back.
            for (String command : List.of("attach --remedies naming,quiet", "status", "diagnose --for 1s",
                    "attach --trial 4s --remedies naming", "detach")) {
                Ended ended = run(jdk, options, (command + " " + pid).split(" "));
                isOrderly(ended, ON_A_JVM.get(command));
                if (command.startsWith("attach --remedies")) {
                    assertThat(jvm.ask("threads")).isEqualTo("slipstream-naming");
                }
            }
            assertThat(jvm.ask("threads")).isEmpty();
            assertThat(run(jdk, options, "ps").out()).containsPattern("(?m)^ *" + pid + " +Console +" + jdk.feature());
        }
        for (Map.Entry<String, List<Integer>> other : OTHERS.entrySet()) {
            isOrderly(run(jdk, options, other.getKey().split(" ")), other.getValue());
        }
    }

    @Tag("long")
    @OnEveryJdk
    void withAsFewModulesAsCanBe(TestJdk jdk) throws Exception {
        allCommands(jdk, FEWEST);
        try (Running jvm = Programs.on(jdk).start(Programs.CONSOLE)) {
            jvm.ask("threads");
            assertThat(run(jdk, List.of("--limit-modules", FEWEST), "diagnose", "--for", "1s", Long.toString(jvm.pid())).out())
                    .contains("lacks the module jdk.jfr");
        }
    }

    @Tag("long")
    @OnEveryJdk(to = 25)
    void withoutAModule(TestJdk jdk) throws Exception {
        for (String without : MODULES) {
            if (!without.equals("java.base")) {
                // A module that requires it goes with it.
                allCommands(jdk, String.join(",", MODULES.stream().filter(each -> !requires(each, without)).toList()));
            }
        }
    }

    private static boolean requires(String module, String other) {
        return module.equals(other) || ModuleLayer.boot().configuration().findModule(module).stream()
                .flatMap(each -> each.reads().stream()).anyMatch(each -> each.name().equals(other));
    }

    /** A JVM of the service's image has only what jlink put there. */
    @Tag("long")
    @OnEveryJdk
    void onAnImageOfJlink(TestJdk jdk) throws Exception {
        if (!Files.exists(jdk.home().resolve("bin/jlink"))) {
            assertThat(jdk.home().resolve("jmods")).doesNotExist();
            return;
        }
        Path image = folder.resolve("image");
        Ended linked = Running.start(new ProcessBuilder(jdk.home().resolve("bin/jlink").toString(), "--add-modules",
                FEWEST + ",java.instrument", "--output",
                image.toString())).end();
        assertThat(linked.exitCode()).as("%s", linked).isZero();
        // A JDK of tools/jdks may have its own C library, which its launcher knows and that of its jmods does not.
        Files.copy(jdk.java(), image.resolve("bin/java"), StandardCopyOption.REPLACE_EXISTING);
        TestJdk jre = new TestJdk(jdk.feature(), image);
        try (Running jvm = Programs.on(jre).with("-XX:+EnableDynamicAgentLoading").start(Programs.PACKAGE + "naming.RenamesPart",
                "0.1", "sleeps")) {
            jvm.waitUntil("its start", () -> jvm.out().contains("ready"));
            String pid = Long.toString(jvm.pid());
            for (String command : List.of("attach --remedies naming,quiet", "status", "diagnose --for 1s", "detach")) {
                isOrderly(run(jre, List.of(), (command + " " + pid).split(" ")), List.of(0));
            }
        }
    }

    /** Only a shell, a native call or the module jdk.attach can send the signal that starts the attach listener. */
    @OnEveryJdk
    void withoutAShell(TestJdk jdk) throws Exception {
        for (String modules : List.of(FEWEST, FEWEST + ",jdk.attach")) {
            try (Running jvm = Programs.on(jdk).start(Programs.CONSOLE)) {
                jvm.ask("threads");
                ProcessBuilder builder = new ProcessBuilder(jdk.java().toString(), "--limit-modules", modules, "-jar",
                        ForkedJvm.JAR.toString(),
                        "status", Long.toString(jvm.pid()));
                builder.environment().put("PATH", folder.toString());
                Ended ended = Running.start(builder).end();
                assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
                boolean can = jdk.feature() > 21 || modules.contains("jdk.attach");
                assertThat(ended.err().lines()).as("%s", ended).singleElement().asString()
                        .contains(can ? "does not run Slipstream" : "has no shell",
                                can ? "slipstream.jar attach" : "-XX:+StartAttachListener");
                assertThat(jvm.out()).doesNotContain("Full thread dump");
            }
        }
    }
}
