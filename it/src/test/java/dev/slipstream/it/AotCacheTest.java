package dev.slipstream.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.Programs;
import dev.slipstream.lab.experiment.Experiments;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Test of AOT caches (JDK 25 and later) and CDS archives with the agent: which of them the JVM discards. */
class AotCacheTest {
    private static final String LOOKS = Programs.PACKAGE + "Looks";
    private static final String LINE = "slipstream: the JVM does not use its AOT cache";

    @TempDir
    private Path folder;

    private Path jar;

    private ForkedJvm jvm(TestJdk jdk) {
        return Programs.on(jdk).classesAt(jar.toString());
    }

    @BeforeEach
    void makeJar() throws IOException {
        jar = Programs.jar(folder);
    }

    private Path train(TestJdk jdk, String... options) throws Exception {
        Path cache = folder.resolve("cache.aot");
        Ended ended = jvm(jdk).with("-XX:AOTCacheOutput=" + cache, "-Xlog:disable").with(options).run(LOOKS);
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.err().contains("slipstream: installs nothing while this JVM is trained")).as("%s", ended)
                .isEqualTo(options.length > 0);
        assertThat(cache).as("%s", ended).exists();
        assertThat(Files.size(cache)).isPositive();
        return cache;
    }

    /** HotSpot compares the modules, and an agent adds one. */
    @OnEveryJdk(from = 25)
    void oneThatWasMadeWithoutTheAgentIsNotUsed(TestJdk jdk) throws Exception {
        Path cache = train(jdk);
        Ended ended = jvm(jdk).with("-XX:AOTCache=" + cache, "-Xlog:disable").withAgent("quiet").run(LOOKS);
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.err().lines()).as("%s", ended).singleElement().asString().startsWith(LINE);
        Ended told = jvm(jdk).with("-XX:AOTCache=" + cache).withAgent("quiet").run(LOOKS);
        assertThat(told.exitCode()).as("%s", told).isZero();
        assertThat(told.out() + told.err()).as("%s", told).contains("[error]").contains(LINE);
        Ended needed = jvm(jdk).with("-XX:AOTMode=on", "-XX:AOTCache=" + cache).withAgent("quiet").run(LOOKS);
        assertThat(needed.exitCode()).as("%s", needed).isEqualTo(1);
        assertThat(needed.out()).as("%s", needed).doesNotContain("looked");
    }

    @OnEveryJdk(from = 25)
    void oneThatWasMadeWithTheAgentIsUsed(TestJdk jdk) throws Exception {
        Path cache = train(jdk, "-javaagent:" + ForkedJvm.JAR);
        String all = String.join(",", Experiments.remedies());
        Ended ended = jvm(jdk).with("-XX:AOTMode=on", "-XX:AOTCache=" + cache).withAgent(all).run(LOOKS);
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.err()).as("%s", ended).startsWith("slipstream: ").hasLineCount(1);
        assertThat(ended.err().strip().substring("slipstream: ".length()).split("; ")).as("%s", ended)
                .hasSize(Experiments.remedies().size())
                .allMatch(each -> each.contains(" active"));
    }

    /** Returns the classes that the JVM takes from the application's archive, of which it may complain. */
    private List<String> archived(ForkedJvm jvm, boolean complains) throws Exception {
        Path log = folder.resolve("classes.log");
        Ended ended =
                jvm.with("-XX:SharedArchiveFile=" + folder.resolve("classes.jsa"), "-Xlog:class+load:file=" + log).run(LOOKS);
        assertThat(ended.out()).as("%s", ended).endsWith("looked\n");
        assertThat((ended.out() + ended.err()).contains("[error]")).as("%s", ended).isEqualTo(complains);
        return Files.readAllLines(log).stream().filter(line -> line.contains("shared objects file (top)"))
                .map(line -> line.replaceAll(".*] (\\S+) source: .*", "$1")).toList();
    }

    /** A JDK without an archive of its own makes none. */
    @Tag("long")
    @OnEveryJdk
    void aCdsArchiveIsUsed(TestJdk jdk) throws Exception {
        Path archive = folder.resolve("classes.jsa");
        jvm(jdk).with("-XX:ArchiveClassesAtExit=" + archive, "-Xlog:disable").run(LOOKS);
        List<String> stock = archived(jvm(jdk), false);
        assertThat(stock.contains(LOOKS)).isEqualTo(Files.exists(archive));
        assertThat(archived(jvm(jdk).withAgent("naming,quiet"), jdk.feature() >= 25 && Files.exists(archive))).containsAll(stock);
    }

    @Tag("long")
    @OnEveryJdk(from = 25)
    void anAttachLeavesItInUse(TestJdk jdk) throws Exception {
        Path cache = train(jdk);
        try (Running jvm = jvm(jdk).with("-XX:AOTMode=on", "-XX:AOTCache=" + cache, "-XX:+EnableDynamicAgentLoading")
                .start(Programs.CONSOLE)) {
            jvm.request("naming");
            assertThat(jvm.status().getProperty("dev.slipstream.naming.state")).isEqualTo("active");
            assertThat(jvm.err()).isEqualTo("slipstream: naming active\n");
        }
    }
}
