package dev.slipstream.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.tools.attach.VirtualMachine;
import dev.slipstream.agent.engine.Remedies;
import dev.slipstream.it.common.BakedJdks;
import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.OnStockOnly;
import dev.slipstream.it.common.Programs;
import dev.slipstream.it.common.Tool;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;

/** Test that a text of options means the same for the agent, a baked JDK and the command line, also to the scheduler of virtual threads. */
@OnStockOnly("makes the baked JDKs")
class GrammarTest {
    private static final String DEFAULTS = "arenas naming pinning";
    private static final String LIST = Remedies.all().stream().map(each -> each.remedy().name())
            .collect(Collectors.joining(", ", "; known: ", ", none, quiet"));

    /** Options, and the remedies that are on, or what is not known. The remedies of a baked JDK that no default turns on are not counted. */
    private static final List<Text> TEXTS = List.of(
            new Text("", DEFAULTS, ""),
            new Text("quiet,pinning.max-carriers=300", DEFAULTS, ""),
            new Text("naming,pinning.max-carriers=300", "naming", ""),
            new Text("-naming", "arenas pinning", ""),
            new Text("none", "", ""),
            new Text("none,naming", "naming", ""),
            new Text("naming,-naming", "", ""),
            new Text("pinning,naming,-naming", "pinning", ""),
            new Text("text", "text", ""),
            new Text("-nameing", "", "'-nameing' is not known; did you mean -naming?"),
            new Text("rubbish", "", "'rubbish' is not known" + LIST),
            new Text("-naming,rubbish", "", "'rubbish' is not known" + LIST));

    private record Text(String options, String on, String unknown) {}

    private static ForkedJvm with(ForkedJvm jvm) {
        return jvm.with("--add-opens=java.base/java.lang=ALL-UNNAMED", "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
                "-XX:+EnableDynamicAgentLoading");
    }

    /** Returns the counted remedies that are on, whether or not they work here. */
    private static String on(Properties status) {
        return String.join(" ", Stream.of("arenas", "naming", "pinning", "text")
                .filter(remedy -> !status.getProperty("dev.slipstream." + remedy + ".state").equals("off")).toList());
    }

    /** Reads the status as the command line does, which loads no agent into a baked JDK. */
    private static Properties status(Running jvm) throws Exception {
        VirtualMachine attached = VirtualMachine.attach(Long.toString(jvm.pid()));
        try {
            return attached.getAgentProperties();
        } finally {
            attached.detach();
        }
    }

    private static void said(Text text, Running jvm) throws Exception {
        String line = "slipstream: nothing was changed: " + text.unknown;
        assertThat(jvm.err().lines().filter(each -> each.contains("nothing was changed")).toList()).as(text.options)
                .isEqualTo(text.unknown.isEmpty() ? List.of() : List.of(line));
    }

    @Tag("long")
    @OnEveryJdk(from = 21)
    void aTextMeansTheSameThreeTimes(TestJdk jdk) throws Exception {
        try (Running idle = Programs.on(jdk).start(Programs.CONSOLE)) {
            for (Text text : TEXTS) {
                String maximum;
                try (Running jvm = with(Programs.on(jdk)).withAgent(text.options).start(Programs.CONSOLE)) {
                    maximum = jvm.ask("call pinning.SpareWord show");
                    assertThat(on(jvm.status())).as("agent, %s", text).isEqualTo(text.on);
                    said(text, jvm);
                }
                try (Running jvm = with(ForkedJvm.on(BakedJdks.of(jdk), Programs.CLASS_PATH)).with("-Dslipstream=" + text.options)
                        .start(Programs.CONSOLE)) {
                    assertThat(jvm.ask("call pinning.SpareWord show")).as("baked, %s", text).isEqualTo(maximum);
                    assertThat(on(status(jvm))).as("baked, %s", text).isEqualTo(text.on);
                    said(text, jvm);
                }
                commandLine(text, idle);
            }
            assertThat(idle.err()).isEmpty();
            assertThat(idle.ask("threads")).isEmpty();
        }
    }

    private static void commandLine(Text text, Running idle) throws Exception {
        String pid = Long.toString(idle.pid());
        Ended ended = text.options.isEmpty() ? Tool.run("attach", "--dry-run", pid)
                : Tool.run("attach", "--dry-run", "--remedies", text.options, pid);
        if (text.unknown.isEmpty()) {
            assertThat(ended.exitCode()).as("%s", ended).isZero();
            assertThat(String.join(" ",
                    ended.out().lines().filter(line -> line.endsWith(": install") || line.contains(": install, "))
                            .map(line -> line.substring(0, line.indexOf(':'))).sorted().toList()))
                    .as("%s", ended).isEqualTo(text.on);
        } else {
            assertThat(ended.exitCode()).as("%s", ended).isEqualTo(2);
            assertThat(ended.out()).as("%s", ended).isEmpty();
            assertThat(ended.err()).as("%s", ended).isEqualTo("slipstream: nothing was changed: " + text.unknown + "\n");
        }
    }

    /** The text after the jar wins over the property, that over the environment, and {@code none} in the environment over all three. */
    @OnEveryJdk
    void theFirstTextCounts(TestJdk jdk) throws Exception {
        starts(jdk, "naming",
                Programs.on(jdk).under("env", "SLIPSTREAM=text").with("-Dslipstream=buffering").withAgent("naming"));
        starts(jdk, "buffering", Programs.on(jdk).under("env", "SLIPSTREAM=text").with("-Dslipstream=buffering").withAgent());
        starts(jdk, "text", Programs.on(jdk).under("env", "SLIPSTREAM=text").withAgent());
        starts(jdk, "", Programs.on(jdk).under("env", "SLIPSTREAM=none").with("-Dslipstream=buffering").withAgent("naming"));
        starts(jdk, "naming", Programs.on(jdk).with("-Dslipstream=none").withAgent("naming"));
        starts(jdk, "", Programs.on(jdk).with("-Dslipstream=none").withAgent());
        TestJdk baked = BakedJdks.of(jdk);
        starts(jdk, "buffering",
                ForkedJvm.on(baked, Programs.CLASS_PATH).under("env", "SLIPSTREAM=naming").with("-Dslipstream=buffering"));
        starts(jdk, "naming", ForkedJvm.on(baked, Programs.CLASS_PATH).under("env", "SLIPSTREAM=naming"));
        starts(jdk, "", ForkedJvm.on(baked, Programs.CLASS_PATH).under("env", "SLIPSTREAM=none").with("-Dslipstream=buffering"));
        starts(jdk, "naming",
                ForkedJvm.on(baked, Programs.CLASS_PATH).under("env", "SLIPSTREAM=text").with("-Dslipstream=buffering")
                        .withAgent("naming"));
        starts(jdk, "", ForkedJvm.on(baked, Programs.CLASS_PATH).under("env", "SLIPSTREAM=none").withAgent("naming"));
    }

    private static void starts(TestJdk jdk, String active, ForkedJvm jvm) throws Exception {
        try (Running running = jvm.with("-XX:+EnableDynamicAgentLoading").start(Programs.CONSOLE)) {
            assertThat(running.ask("threads")).doesNotContain("slipstream-self-test");
            running.waitUntil("the status", () -> status(running).containsKey("dev.slipstream.naming.state"));
            assertThat(String.join(" ", Programs.active(status(running)))).as("%s", jdk).isEqualTo(active);
            assertThat(running.err().lines()).noneMatch(line -> line.contains("arenas"));
        }
    }

    @OnEveryJdk
    void noneConcernsStartsOnly(TestJdk jdk) throws Exception {
        for (TestJdk each : List.of(jdk, BakedJdks.of(jdk))) {
            try (Running jvm = ForkedJvm.on(each, Programs.CLASS_PATH).under("env", "SLIPSTREAM=none")
                    .with("-XX:+EnableDynamicAgentLoading")
                    .start(Programs.CONSOLE)) {
                assertThat(jvm.ask("threads")).isEmpty();
                Ended attached = Tool.run("attach", "--remedies", "naming", Long.toString(jvm.pid()));
                assertThat(attached.exitCode()).as("%s", attached).isZero();
                assertThat(Programs.active(status(jvm))).containsExactly("naming");
                Ended byDefault = Tool.run("attach", Long.toString(jvm.pid()));
                assertThat(byDefault.exitCode()).as("%s", byDefault).isZero();
                assertThat(Programs.active(status(jvm)))
                        .isEqualTo(Programs.remedies(jdk, retrofit -> retrofit.remedy().onByDefault()));
            }
        }
    }
}
