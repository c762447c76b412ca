package dev.slipstream.it.commands;

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
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test that commands leave a JVM alone unless they do what was asked, and that {@code attach --dry-run} says what that would be. */
class NothingUnaskedTest {
    private static final String DYNAMIC = "-XX:+EnableDynamicAgentLoading";

    @TempDir
    private Path folder;

    private static void refuses(int exitCode, String line, String... command) throws Exception {
        Ended ended = Tool.run(command);
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(exitCode);
        assertThat(ended.out()).as("%s", ended).isEmpty();
        assertThat(ended.err()).as("%s", ended).isEqualTo("slipstream: " + line + "\n");
    }

    private static void isUntouched(Running jvm) throws Exception {
        assertThat(jvm.ask("threads")).isEmpty();
        assertThat(jvm.err()).isEmpty();
        assertThat(Path.of("/proc/" + jvm.pid() + "/maps")).content().doesNotContain("libinstrument");
    }

    @OnEveryJdk
    @OnStockOnly("a baked JDK runs Slipstream")
    void aMistakeLoadsNothing(TestJdk jdk) throws Exception {
        try (Running jvm = Programs.on(jdk).start(Programs.CONSOLE)) {
            assertThat(jvm.ask("threads")).isEmpty();
            String pid = Long.toString(jvm.pid());
            refuses(2, "nothing was changed: 'nameing' is not known; did you mean naming?", "attach", "--remedies", "nameing",
                    pid);
            refuses(2, "nothing was changed: naming.interval=0 is no number from 1 to 10000", "attach", "--remedies",
                    "naming,naming.interval=0", pid);
            String empty = "nothing was changed: --remedies is empty; name remedies, or leave it out for the default ones";
            refuses(2, empty, "attach", "--remedies", "", pid);
            refuses(2, empty, "attach", "--remedies=", pid);
            refuses(2, empty, "attach", "--remedies", " , ", "--trial", "8s", pid);
            refuses(3, "process " + pid + " does not run Slipstream", "detach", pid);
            isUntouched(jvm);
        }
    }

    /** The JVM would print a stack trace. The shell makes the name of bytes, in any locale of this test. */
    @OnEveryJdk
    void aPathThatTheJvmsLocaleCannotEncode(TestJdk jdk) throws Exception {
        try (Running jvm = Programs.on(jdk).under("env", "LC_ALL=C").start(Programs.CONSOLE)) {
            assertThat(jvm.ask("threads")).isEmpty();
            Ended attached = Running.start(new ProcessBuilder("env", "LC_ALL=C.UTF-8", "sh", "-c", "jar=" + folder
                    + "/$(printf 'p\\303\\244th.jar') && cp " + ForkedJvm.JAR + " \"$jar\" && exec " + TestJdk.current().java()
                    + " -jar \"$jar\" attach "
                    + jvm.pid())).end();
            assertThat(attached.exitCode()).as("%s", attached).isEqualTo(3);
            assertThat(attached.err().lines()).as("%s", attached).singleElement().asString()
                    .startsWith("slipstream: process " + jvm.pid() + " rejected the agent: its locale (")
                    .contains(") cannot encode the path ");
            isUntouched(jvm);
        }
    }

    /** A JVM that does not answer: nothing shows that an option in a file forbids attaching. */
    @Test
    void ctrlCLeavesNoFileInTheApplicationsFolder() throws Exception {
        Path options = Files.writeString(folder.resolve("options"), "-XX:+DisableAttachMechanism -XX:-UsePerfData");
        try (Running jvm = Programs.on(TestJdk.all().getLast()).with("@" + options).start(Programs.CONSOLE)) {
            assertThat(jvm.ask("threads")).isEmpty();
            Path asks = Path.of("/proc/" + jvm.pid() + "/cwd/.attach_pid" + jvm.pid());
            try (Running attach = Tool.start("attach", Long.toString(jvm.pid()))) {
                attach.waitUntil("the file that asks for the attach listener", () -> Files.exists(asks));
                attach.signal("INT");
                Ended ended = attach.end();
                assertThat(ended.exitCode()).as("%s", ended).isEqualTo(130);
                assertThat(ended.err()).as("%s", ended).contains("did not answer within 7 s");
            }
            assertThat(asks).doesNotExist();
        }
    }

    @Test
    void aMistakeStartsNothing() throws Exception {
        Path started = folder.resolve("started");
        refuses(2, "nothing was started: 'nameing' is not known; did you mean naming?", "run", "--remedies", "nameing", "--",
                "touch",
                started.toString());
        refuses(2, "nothing was started: --remedies is empty; name remedies, or leave it out for the default ones", "run",
                "--remedies", "",
                "--", "touch", started.toString());
        assertThat(started).doesNotExist();
    }

    /** The agent publishes its status a second after the start. */
    @OnEveryJdk
    @OnStockOnly("the engine of a baked JDK is there from the start")
    void aJvmThatHasJustStartedIsDetached(TestJdk jdk) throws Exception {
        try (Running jvm = Programs.on(jdk).with(DYNAMIC).withAgent("naming,quiet").start(Programs.CONSOLE)) {
            assertThat(jvm.ask("threads")).contains("slipstream-naming");
            Ended detached = Tool.run("detach", Long.toString(jvm.pid()));
            assertThat(detached.exitCode()).as("%s", detached).isZero();
            assertThat(detached.out()).as("%s", detached).contains("naming: off, taken back\n");
            assertThat(jvm.err()).isEqualTo("slipstream: detached, the JDK's own methods are back\n");
        }
    }

    /** Its methods stay rewritten. */
    @OnEveryJdk
    @OnStockOnly("makes the baked JDKs")
    void aBakedJdkDoesNotSayThatItsOwnMethodsAreBack(TestJdk jdk) throws Exception {
        try (Running jvm = ForkedJvm.on(BakedJdks.of(jdk), Programs.CLASS_PATH).with(DYNAMIC).start(Programs.CONSOLE)) {
            assertThat(jvm.ask("threads")).doesNotContain("slipstream-self-test");
            Ended detached = Tool.run("detach", Long.toString(jvm.pid()));
            assertThat(detached.exitCode()).as("%s", detached).isZero();
            assertThat(detached.out()).as("%s", detached).contains("naming: off, taken back\n");
            assertThat(jvm.err().lines().filter(line -> line.startsWith("slipstream: detached"))).containsExactly(
                    "slipstream: detached, all remedies are off");
        }
    }

    private static Set<String> all(String text, String pattern) {
        return Pattern.compile(pattern).matcher(text).results().map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The JVM's log names the classes that an attach redefines, and the process shows its threads. */
    @OnEveryJdk
    @OnStockOnly("the methods of a baked JDK are rewritten before")
    void aDryRunSaysWhatAnAttachThenDoes(TestJdk jdk) throws Exception {
        Path log = folder.resolve("log");
        String remedies = "naming,buffering" + (jdk.hasVirtualThreads() ? ",pinning" : "");
        try (Running jvm = Programs.on(jdk).with(DYNAMIC, "-Xlog:redefine+class+load=info:file=" + log).start(Programs.CONSOLE)) {
            assertThat(jvm.ask("threads")).isEmpty();
            String pid = Long.toString(jvm.pid());
            Ended dry = Tool.run("attach", "--dry-run", "--remedies", remedies + ",naming.interval=20", pid);
            assertThat(dry.exitCode()).as("%s", dry).isZero();
            assertThat(dry.out()).as("%s", dry).startsWith("Nothing was changed. An attach to process " + pid + ", JDK ")
                    .contains("""
                            naming: install
                              rewrite java.lang.Thread.setName(String)
                              start thread slipstream-naming
                              open /proc/thread-self/comm, of each thread that renames itself
                            """, "  open " + ForkedJvm.JAR + "\n");
            isUntouched(jvm);

            Ended attached = Tool.run("attach", "--remedies", remedies + ",naming.interval=20", pid);
            assertThat(attached.exitCode()).as("%s", attached).isZero();
            assertThat(all(dry.out(), "rewrite (\\S+)\\.\\w+\\(")).as("%s", dry)
                    .isEqualTo(all(Files.readString(log), "redefined name=([^,]+),"));
            assertThat(new TreeSet<>(List.of(jvm.ask("threads").split(",")))).isEqualTo(all(dry.out(), "start thread (\\S+)"));

            Ended again = Tool.run("attach", "--dry-run", "--remedies", "naming,naming.interval=30,buffering", pid);
            assertThat(again.out().lines().skip(1)).as("%s", again).contains("naming: install anew",
                    "  set naming.interval=30 in place of 20", "buffering: keep as it is");
            assertThat(again.out().contains("pinning: take back\n")).as("%s", again).isEqualTo(jdk.hasVirtualThreads());
        }
    }

    /** The words of the JVM's own property count at an attach without options. */
    @OnEveryJdk
    @OnStockOnly("a baked JDK takes the property for its own")
    void aDryRunKnowsTheJvmsOwnOptions(TestJdk jdk) throws Exception {
        try (Running jvm = Programs.on(jdk).under("env", "SLIPSTREAM=text").start(Programs.CONSOLE)) {
            assertThat(jvm.ask("threads")).isEmpty();
            Ended dry = Tool.run("attach", "--dry-run", Long.toString(jvm.pid()));
            assertThat(dry.out()).as("%s", dry).contains("text: install\n", "  start thread slipstream-text\n")
                    .doesNotContain("naming");
            refuses(2, "--dry-run installs nothing that --trial could try", "attach", "--dry-run", "--trial", "8s",
                    Long.toString(jvm.pid()));
            isUntouched(jvm);
        }
    }
}
