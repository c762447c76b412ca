package dev.slipstream.it.bake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.BakedJdks;
import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.OnStockOnly;
import dev.slipstream.it.common.Programs;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;

/** Test of what starts the engine of a baked JDK, and of what that asks of others: nothing that the JDK would not. */
@OnStockOnly("uses the baked JDKs beside the stock ones")
class BakedEngineTest {
    private static final String NOTHING = Programs.PACKAGE + "Nothing";
    private static final String HOLDS = Programs.PACKAGE + "HoldsMonitors";
    private static final String ASKED = Programs.PACKAGE + "AskedManager";

    @TempDir
    private Path folder;

    /** A JVM that pays none of the costs loads a few grafts and no engine, whatever was baked, and a few small classes for these. */
    @OnEveryJdk(core = "bake")
    void nothingIsLoadedWhereNothingIsPaid(TestJdk jdk) throws Exception {
        for (String program : List.of(NOTHING, Programs.PACKAGE + "UsesLittle")) {
            Set<String> loaded = loaded(BakedJdks.of(jdk), program);
            loaded.removeAll(loaded(jdk, program));
            Set<String> own = new TreeSet<>();
            try (FileSystem image = jdk.image()) {
                loaded.forEach(
                        name -> own.add(Files.exists(image.getPath("/modules/java.base/" + name.replace('.', '/') + ".class"))
                                ? "" : name));
            }
            own.remove("");
            assertThat(own).as(program).contains("java.lang.NamingGraft", "jdk.internal.misc.BakedEngine",
                    "jdk.internal.misc.Launch").allMatch(
                            name -> name.matches("jdk.internal.misc.Launch"
                                    + "|jdk.internal.misc.BakedEngine(.First)?|java.lang.(Naming|Priority)Graft"
                                    + "|java.io.(BufferingGraft|ReadAheads?)|jdk.internal.misc.(PinningGraft|Doorbell)"));
            // Differences of the class archives are among them.
            assertThat(loaded).as(program).hasSizeLessThan(25);
        }
    }

    /** Returns the classes that a program loads, without those that HotSpot makes. */
    private static Set<String> loaded(TestJdk jdk, String program) throws Exception {
        Ended ended = BakeTest.on(jdk).with("-Xlog:class+load").run(program);
        assertThat(ended.out()).as("%s", ended).contains("done\n");
        return ended.out().lines().filter(line -> line.contains(" source: ")).map(line -> line.replaceFirst("^(\\[.*?] *)+", ""))
                .map(line -> line.substring(0, line.indexOf(' ')))
                .filter(name -> !name.contains("Lambda") && !name.contains("LForm")
                        && !name.contains("/0x"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * No trigger of the engine takes a lock that an application could hold. The same goes on in the stock JDK, and the engine starts
     * afterwards.
     */
    @OnEveryJdk(core = "bake")
    void nothingWaitsForTheEngine(TestJdk jdk) throws Exception {
        List<String> triggers = jdk.hasVirtualThreads() ? List.of("naming", "buffering", "priority", "pinning", "arenas", "beans")
                : List.of("naming", "buffering", "beans");
        for (String trigger : triggers) {
            Ended stock = BakeTest.works(jdk).run(HOLDS, trigger);
            assertThat(stock.out()).as("%s: %s", trigger, stock).isEqualTo("goes on\n");
            Ended baked = BakeTest.works(BakedJdks.of(jdk)).run(HOLDS, trigger, "engine");
            assertThat(baked.out()).as("%s: %s", trigger, baked).isEqualTo("goes on\nan engine\n");
        }
    }

    /** No question reaches an application's manager that would not without Slipstream, from no thread. A line says why nothing starts. */
    @OnEveryJdk(to = 23, core = "bake")
    void aSecurityManagerIsAskedWhatTheJdkAsks(TestJdk jdk) throws Exception {
        String allowed = "-Djava.security.manager=allow";
        Ended stock = BakeTest.works(jdk).with(allowed).run(ASKED);
        assertThat(stock.out()).as("%s", stock).contains("access to the thread renamed");
        Ended baked = BakeTest.works(BakedJdks.of(jdk)).with(allowed).run(ASKED);
        assertThat(baked.out()).as("%s", baked).isEqualTo(stock.out());
        assertThat(baked.err().lines().filter(line -> !line.startsWith("WARNING: "))).as("%s", baked).singleElement().asString()
                .startsWith("slipstream: not started, the application runs on unchanged: its security manager would be asked");
    }

    /** The JDK's own manager asks its policy, which need not name the JDK. */
    @OnEveryJdk(to = 23)
    void thePolicyOfTheJdksOwnManagerNeedNotNameTheEngine(TestJdk jdk) throws Exception {
        try (Running jvm = BakeTest.on(BakedJdks.of(jdk))
                .with("-Dslipstream=buffering,naming,naming.interval=1000", "-Djava.security.manager",
                        "-Djava.security.policy==" + policy())
                .start(Programs.CONSOLE)) {
            jvm.waitUntil("both", () -> Programs.othersWork(jvm).equals("buffering naming"));
        }
    }

    /** Returns a policy that grants all to the application, and names nothing else. */
    private Path policy() throws IOException {
        StringBuilder policy = new StringBuilder();
        for (String place : Programs.CLASS_PATH.split(File.pathSeparator)) {
            policy.append("grant codeBase \"file:").append(place).append(Files.isDirectory(Path.of(place)) ? "/-" : "")
                    .append("\" { permission java.security.AllPermission; };\n");
        }
        return Files.writeString(folder.resolve("policy"), policy);
    }
}
