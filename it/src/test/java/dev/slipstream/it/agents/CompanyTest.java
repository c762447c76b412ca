package dev.slipstream.it.agents;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.OnStockOnly;
import dev.slipstream.it.common.Programs;
import dev.slipstream.it.common.Scratch;
import dev.slipstream.it.program.HoldsMonitors;
import dev.slipstream.it.program.OtherAgents;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Test of Slipstream beside other agents, in either order: remedies that report {@code active} do work, by their effect. */
class CompanyTest {
    private static final String STATE = "dev.slipstream.";

    @TempDir
    private Path folder;

    private static ForkedJvm jvm(TestJdk jdk) {
        return Programs.on(jdk).with(Programs.JVM_OPTIONS).with("-XX:+EnableDynamicAgentLoading");
    }

    private String javaagent(Class<?> agent) throws Exception {
        return "-javaagent:" + Scratch.agentJar(agent, folder);
    }

    private static String works(Running jvm) throws Exception {
        return Programs.works(jvm);
    }

    @OnEveryJdk(core = "company")
    void anAgentThatComesLater(TestJdk jdk) throws Exception {
        try (Running jvm = jvm(jdk).withAgent(Programs.OPTIONS).with(javaagent(OtherAgents.Retransforms.class))
                .start(Programs.CONSOLE)) {
            assertThat(works(jvm)).isEqualTo(Programs.allWork(jdk));
            assertThat(String.join(" ", Programs.active(jvm.status()))).isEqualTo(Programs.allWork(jdk));
        }
    }

    @OnEveryJdk
    void anAgentThatComesFirst(TestJdk jdk) throws Exception {
        try (Running jvm = jvm(jdk).with(javaagent(OtherAgents.Retransforms.class)).withAgent(Programs.OPTIONS)
                .start(Programs.CONSOLE)) {
            assertThat(works(jvm)).isEqualTo(Programs.allWork(jdk));
        }
    }

    /** A redefinition makes Slipstream check its edits. It goes on as on stock, whatever monitors others hold. */
    @OnEveryJdk(core = "company")
    @OnStockOnly("BakeTest has the same for baked JDKs")
    void aRedefinitionWaitsForNothing(TestJdk jdk) throws Exception {
        Ended ended = Programs.on(jdk).with(javaagent(HoldsMonitors.class)).withAgent("quiet,naming")
                .run(HoldsMonitors.class.getName(), "redefining");
        assertThat(ended.out()).as("%s", ended).isEqualTo("goes on\n");
        assertThat(ended.err()).as("%s", ended).isEmpty();
    }

    /** The checks end ten seconds after the last redefinition, and begin again with the next. */
    @Tag("long")
    @OnEveryJdk
    @OnStockOnly("a baked JDK is told of no redefinition")
    void theChecksBeginAgain(TestJdk jdk) throws Exception {
        Path agent = Scratch.agentJar(OtherAgents.Retransforms.class, folder);
        try (Running jvm = jvm(jdk).withAgent(Programs.OPTIONS).start(Programs.CONSOLE)) {
            Programs.awaitBeans(jvm);
            for (int i = 0; i < 3; i++) {
                jvm.load(agent, "");
                jvm.waitUntil("the guard", () -> jvm.ask("threads").contains("slipstream-guard"));
                assertThat(jvm.ask("call OurThreads inOtherGroups")).isEqualTo("[]");
                jvm.waitUntil("its end", () -> !jvm.ask("threads").contains("slipstream-guard"));
            }
            assertThat(works(jvm)).as("%s", jvm.err()).isEqualTo(Programs.allWork(jdk));
        }
    }

    /** Slipstream gets no notice of an attach. So it loses its edits for a moment, restores them, and then keeps them. */
    @OnEveryJdk
    @OnStockOnly("baked edits outlast retransformations")
    void anAgentThatIsAttached(TestJdk jdk) throws Exception {
        Path agent = Scratch.agentJar(OtherAgents.Retransforms.class, folder);
        try (Running jvm = jvm(jdk).withAgent(Programs.OPTIONS).start(Programs.CONSOLE)) {
            assertThat(works(jvm)).isEqualTo(Programs.allWork(jdk));
            jvm.load(agent, "");
            Thread.sleep(1_500);
            assertThat(works(jvm)).as("%s", jvm.err()).isEqualTo(Programs.allWork(jdk));
            for (String remedy : Programs.allWork(jdk).split(" ")) {
                boolean isKept = remedy.equals("buffering");
                assertThat(jvm.status().getProperty(STATE + remedy + ".rewrittenAgain")).isEqualTo(isKept ? "0" : "1");
                assertThat(jvm.err().contains("slipstream: " + remedy + " was undone by another agent, and is in force again\n"))
                        .isNotEqualTo(isKept);
            }
            jvm.load(agent, "");
            assertThat(works(jvm)).as("at once").isEqualTo(Programs.allWork(jdk));
            assertThat(jvm.status().getProperty(STATE + "naming.rewrittenAgain")).isEqualTo("1");
        }
    }

    /** The second attach has the same settings as the first. */
    @OnEveryJdk
    void anAttachPutsBackWhatIsLost(TestJdk jdk) throws Exception {
        try (Running jvm = jvm(jdk).withAgent(Programs.OPTIONS).start(Programs.CONSOLE)) {
            jvm.ask("threads");
            jvm.load(Scratch.agentJar(OtherAgents.Retransforms.class, folder), "");
            jvm.request(Programs.OPTIONS);
            assertThat(works(jvm)).isEqualTo(Programs.allWork(jdk));
        }
    }

    @OnEveryJdk
    @OnStockOnly("baked edits outlast retransformations")
    void anAgentThatDropsTheEditsOfOthers(TestJdk jdk) throws Exception {
        try (Running jvm = jvm(jdk).withAgent(Programs.OPTIONS).start(Programs.CONSOLE)) {
            jvm.ask("threads");
            jvm.load(Scratch.agentJar(OtherAgents.Strips.class, folder), "java.lang.Thread");
            jvm.waitUntil("the loss", () -> jvm.err().contains("slipstream: naming lost: "));
            Properties status = jvm.status();
            assertThat(status.getProperty(STATE + "naming.state"))
                    .startsWith("lost: " + OtherAgents.Strips.class.getName() + " (");
            if (jdk.hasVirtualThreads()) {
                assertThat(status.getProperty(STATE + "priority.state")).startsWith("lost: ");
            }
            assertThat(works(jvm).split(" ")).containsExactlyElementsOf(Programs.active(status));
            assertThat(Programs.active(status)).doesNotContain("naming", "priority").contains("buffering", "text");
            assertThat(jvm.ask("bean naming")).startsWith("lost reason=");
            assertThat(jvm.err().lines().filter(line -> line.startsWith("slipstream: naming lost: "))).hasSize(1);
            jvm.request("!detach");
            assertThat(jvm.ask("threads")).isEmpty();
        }
    }

    /** Before the first virtual thread, a pinned park cannot be tested yet. Nothing rings for the keeper any more. */
    @OnEveryJdk(from = 21)
    @OnStockOnly("baked edits outlast retransformations")
    void anAgentThatDropsTheEditsBeforeTheFirstVirtualThread(TestJdk jdk) throws Exception {
        try (Running jvm = jvm(jdk).withAgent(Programs.OPTIONS).start(Programs.CONSOLE)) {
            jvm.ask("threads");
            jvm.load(Scratch.agentJar(OtherAgents.Strips.class, folder), "java.lang.VirtualThread");
            // The engine has seen the loss and rewritten the class, in vain.
            jvm.waitUntil("a look", () -> jvm.status().getProperty(STATE + "pinning.rewrittenAgain").equals("1"));
            assertThat(works(jvm).split(" ")).contains("naming", "text").doesNotContain("pinning");
            jvm.waitUntil("the loss", () -> jvm.err().contains("slipstream: pinning lost: "));
            assertThat(Programs.active(jvm.status())).contains("naming", "text").doesNotContain("pinning");
            assertThat(jvm.status().getProperty(STATE + "pinning.state"))
                    .startsWith("lost: " + OtherAgents.Strips.class.getName() + " (");
        }
    }

    @OnEveryJdk
    void anAgentThatLoadsWhatIsBeingDefined(TestJdk jdk) throws Exception {
        try (Running jvm = jvm(jdk).with(javaagent(OtherAgents.LoadsEarly.class)).withAgent(Programs.OPTIONS)
                .start(Programs.CONSOLE)) {
            assertThat(works(jvm)).as("%s", jvm.err()).isEqualTo(Programs.allWork(jdk));
        }
    }
}
