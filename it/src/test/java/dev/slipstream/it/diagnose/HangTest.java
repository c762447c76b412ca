package dev.slipstream.it.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.slipstream.it.common.Diagnosing;
import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.OnStockOnly;
import dev.slipstream.it.common.Programs;
import dev.slipstream.it.common.Scratch;
import dev.slipstream.it.program.NeverReturns;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Test that a JVM whose virtual threads have no carrier left is said to hang, and where, and that no other JVM is. */
@OnStockOnly("It is a matter of threads, and not of classes.")
@ResourceLock("diagnoses")
class HangTest {
    private static final String HANGS = Programs.PACKAGE + "pinning.Hangs";
    private static final String CALM = Programs.PACKAGE + "pinning.Calm";

    /** Time for all carriers of a program to be held. */
    private static final long SETTLED_MILLIS = 2_500;
    private static final long APART_NANOS = 2_000_000_000L;

    private record Expected(String reason, String method) {}

    private static Running start(TestJdk jdk, int carriers, String program, String... arguments) throws IOException {
        return Programs.on(jdk).with("-Djdk.virtualThreadScheduler.parallelism=" + carriers, "-XX:+EnableDynamicAgentLoading")
                .with(jdk.feature() >= 22 ? new String[] {"--enable-native-access=ALL-UNNAMED"} : new String[0])
                .start(program, arguments);
    }

    private static JsonObject diagnose(Running jvm, String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(options));
        arguments.addAll(List.of("--json", Long.toString(jvm.pid())));
        return only(Diagnosing.run(arguments.toArray(String[]::new)));
    }

    private static JsonObject only(Ended ended) {
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        return JsonParser.parseString(ended.out()).getAsJsonObject().getAsJsonArray("diagnoses").get(0).getAsJsonObject();
    }

    private static JsonObject carriers(JsonObject diagnosis) {
        return diagnosis.getAsJsonObject("carriers");
    }

    private static String state(JsonObject diagnosis) {
        return carriers(diagnosis).get("state").getAsString();
    }

    private static String verdict(JsonObject diagnosis) {
        for (JsonElement finding : diagnosis.getAsJsonArray("findings")) {
            if (finding.getAsJsonObject().get("remedy").getAsString().equals("pinning")) {
                return finding.getAsJsonObject().get("verdict").getAsString();
            }
        }
        throw new AssertionError(diagnosis);
    }

    /** Returns what holds the carriers of a hanging program on a JDK, for each reason that does. */
    private static Map<String, Expected> reasons(TestJdk jdk) {
        Map<String, Expected> reasons = new LinkedHashMap<>();
        reasons.put("clinit", new Expected("class initialiser", HANGS));
        reasons.put("loading", new Expected("class loading", HANGS));
        if (jdk.feature() < 24) {
            reasons.put("monitor", new Expected("park under a monitor", HANGS));
            reasons.put("entry", new Expected("monitor entry", HANGS));
        } else {
            reasons.put("native", new Expected("native frame", HANGS));
            reasons.put("frame", new Expected("native frame", HANGS));
            reasons.put("clinitwait", new Expected("class initialiser", HANGS));
            reasons.put("framewait", new Expected("native frame", HANGS));
        }
        return reasons;
    }

    @OnEveryJdk(from = 21, core = "hang")
    void eachReasonIsNamedWithItsPlace(TestJdk jdk) throws Exception {
        Map<String, Running> jvms = new LinkedHashMap<>();
        try {
            for (String reason : reasons(jdk).keySet()) {
                // Two for each carrier: the others wait for one.
                jvms.put(reason, start(jdk, 2, HANGS, reason, "4"));
            }
            Thread.sleep(SETTLED_MILLIS);
            Map<String, Running> diagnoses = new LinkedHashMap<>();
            for (Map.Entry<String, Running> each : jvms.entrySet()) {
                diagnoses.put(each.getKey(), Diagnosing.start("--json", Long.toString(each.getValue().pid())));
            }
            for (Map.Entry<String, Running> each : diagnoses.entrySet()) {
                hangs(jdk, each.getKey(), only(each.getValue().end()));
            }
        } finally {
            jvms.values().forEach(Running::close);
        }
    }

    private static void hangs(TestJdk jdk, String reason, JsonObject diagnosis) {
        JsonObject carriers = carriers(diagnosis);
        assertThat(state(diagnosis)).as("%s %s", reason, diagnosis).isEqualTo("hangs");
        assertThat(carriers.get("held").getAsInt()).as("%s %s", reason, diagnosis).isEqualTo(2);
        assertThat(carriers.get("all").getAsInt()).as("%s %s", reason, diagnosis).isEqualTo(2);
        assertThat(carriers.get("waiting").getAsInt()).as("%s %s", reason, diagnosis).isPositive();
        assertThat(carriers.get("heldSeconds").getAsDouble()).as("%s %s", reason, diagnosis).isBetween(2.0, 120.0);
        assertThat(carriers.get("attachHelps").getAsBoolean()).as("%s %s", reason, diagnosis).isTrue();
        assertThat(verdict(diagnosis)).as("%s %s", reason, diagnosis).isEqualTo("paid");
        Expected expected = reasons(jdk).get(reason);
        assertThat(carriers.getAsJsonArray("holds")).as("%s %s", reason, diagnosis).anySatisfy(hold -> {
            assertThat(hold.getAsJsonObject().get("reason").getAsString()).isEqualTo(expected.reason());
            assertThat(hold.getAsJsonObject().get("method").getAsString()).startsWith(expected.method());
            assertThat(hold.getAsJsonObject().get("line").getAsInt()).isPositive();
        });
    }

    private static JsonObject calm(TestJdk jdk, int carriers, String kind, String... options) throws Exception {
        try (Running jvm = start(jdk, carriers, CALM, kind)) {
            jvm.waitUntil("its start", () -> jvm.out().contains("ready"));
            return diagnose(jvm, options);
        }
    }

    private static void isNoHang(JsonObject diagnosis, String... states) {
        assertThat(state(diagnosis)).as("%s", diagnosis).isIn((Object[]) states);
        assertThat(verdict(diagnosis)).as("%s", diagnosis).isNotEqualTo("paid");
    }

    @OnEveryJdk(from = 21)
    void anIdleJvm(TestJdk jdk) throws Exception {
        isNoHang(calm(jdk, 2, "idle", "--for", "2s"), "free");
    }

    @Tag("long")
    @OnEveryJdk(from = 21)
    void aStarvedPoolOfPlatformThreads(TestJdk jdk) throws Exception {
        JsonObject diagnosis = calm(jdk, 2, "pool", "--for", "2s");
        isNoHang(diagnosis, "free");
        assertThat(places(diagnosis)).as("%s", diagnosis).anyMatch(place -> place.startsWith("2 " + CALM));
    }

    private static List<String> places(JsonObject diagnosis) {
        JsonArray waits = carriers(diagnosis).getAsJsonArray("waits");
        return waits.asList().stream().map(JsonElement::getAsJsonObject)
                .map(wait -> wait.get("threads").getAsInt() + " " + wait.get("method").getAsString()).toList();
    }

    @OnEveryJdk(from = 21, to = 23)
    void oneOfEightCarriersWaitsForAConnection(TestJdk jdk) throws Exception {
        isNoHang(calm(jdk, 8, "accept", "--for", "2s"), "held");
    }

    /** They carry the same virtual threads all the time, and run a little. */
    @OnEveryJdk(from = 21, to = 23)
    void carriersThatHandleAMessageNowAndThen(TestJdk jdk) throws Exception {
        assertThat(state(calm(jdk, 2, "feed", "--for", "2s"))).isEqualTo("held");
    }

    /** Whether a virtual thread is ready to run, JDK 21 does not tell. */
    @OnEveryJdk(from = 21, to = 23)
    void allCarriersWaitForConnections(TestJdk jdk) throws Exception {
        assertThat(state(calm(jdk, 1, "accept"))).isEqualTo("full");
    }

    @Tag("long")
    @OnEveryJdk(from = 21)
    void carriersThatCompute(TestJdk jdk) throws Exception {
        isNoHang(calm(jdk, 2, "compute", "--for", "2s"), "free");
    }

    @OnEveryJdk(from = 21, to = 23)
    void oneCarrierThatSleepsPinnedNowAndThen(TestJdk jdk) throws Exception {
        assertThat(state(calm(jdk, 1, "sleeps", "--for", "2s"))).isIn("free", "held", "slowed");
    }

    @Tag("long")
    @OnEveryJdk(from = 21)
    void aJvmThatWasStopped(TestJdk jdk) throws Exception {
        try (Running jvm = start(jdk, 2, CALM, "compute")) {
            jvm.waitUntil("its start", () -> jvm.out().contains("ready"));
            jvm.signal("STOP");
            Thread.sleep(SETTLED_MILLIS);
            jvm.signal("CONT");
            isNoHang(diagnose(jvm, "--for", "2s"), "free");
        }
    }

    /** Other processes with a higher priority take the one processor that this JVM may use. */
    @Tag("long")
    @OnEveryJdk(from = 21)
    void aJvmThatGetsNoProcessor(TestJdk jdk) throws Exception {
        Process busy = new ProcessBuilder("taskset", "-c", "0", "sh", "-c", "while :; do :; done").start();
        try (Running jvm = Programs.on(jdk).with("-Djdk.virtualThreadScheduler.parallelism=2")
                .under("taskset", "-c", "0", "nice", "-n", "10").start(CALM, "compute")) {
            jvm.waitUntil("its start", () -> jvm.out().contains("ready"));
            assertThat(state(diagnose(jvm, "--for", "2s"))).isIn("free", "unknown");
        } finally {
            busy.destroyForcibly().waitFor();
        }
    }

    @OnEveryJdk(from = 21)
    void nestedUseOfAPoolIsNamed(TestJdk jdk) throws Exception {
        JsonObject diagnosis = calm(jdk, 2, "nested", "--for", "2s");
        isNoHang(diagnosis, "free");
        assertThat(carriers(diagnosis).getAsJsonArray("waits")).as("%s", diagnosis).anySatisfy(wait -> {
            assertThat(wait.getAsJsonObject().get("method").getAsString()).isEqualTo(CALM + "$Pool.with");
            assertThat(wait.getAsJsonObject().get("nested").getAsBoolean()).isTrue();
        });
    }

    @OnEveryJdk(from = 21)
    void aDeadlockGetsNoRemedy(TestJdk jdk) throws Exception {
        JsonObject diagnosis = calm(jdk, 2, "deadlock");
        assertThat(state(diagnosis)).as("%s", diagnosis).isEqualTo("deadlock");
        assertThat(carriers(diagnosis).getAsJsonArray("deadlock").asList().toString()).contains("lefty", "righty");
        assertThat(verdict(diagnosis)).isEqualTo("unknown");
    }

    /**
     * With the JDK's own settings a recording has a thread dump at the beginning and at the end of each chunk. On a busy machine even
     * those of the first chunk may lie far enough apart.
     */
    @OnEveryJdk(from = 21)
    void aRecordingShowsItByTwoDumps(TestJdk jdk, @TempDir Path folder) throws Exception {
        try (Running jvm = start(jdk, 2, HANGS, "clinit", "4")) {
            Thread.sleep(SETTLED_MILLIS);
            long begin = System.nanoTime();
            jcmd(jvm, "JFR.start", "name=hang");
            Path once = folder.resolve("once.jfr");
            jcmd(jvm, "JFR.dump", "name=hang", "filename=" + once);
            boolean apart = System.nanoTime() - begin > APART_NANOS;
            Thread.sleep(2 * SETTLED_MILLIS);
            Path twice = folder.resolve("twice.jfr");
            jcmd(jvm, "JFR.dump", "name=hang", "filename=" + twice);
            assertThat(verdict(only(Diagnosing.run("--json", once.toString())))).isIn("unknown", apart ? "paid" : "unknown");
            JsonObject diagnosis = only(Diagnosing.run("--json", twice.toString()));
            assertThat(state(diagnosis)).as("%s", diagnosis).isEqualTo("full");
            assertThat(verdict(diagnosis)).as("%s", diagnosis).isEqualTo("paid");
        }
    }

    private static void jcmd(Running jvm, String... command) throws Exception {
        List<String> words = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin/jcmd").toString(),
                Long.toString(jvm.pid())));
        words.addAll(List.of(command));
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }

    /** The attach listener carries out one command at a time. An agent that never returns keeps it. */
    @OnEveryJdk(from = 21)
    void aJvmThatDoesNotAnswer(TestJdk jdk, @TempDir Path folder) throws Exception {
        Path agent = Scratch.agentJar(NeverReturns.class, folder);
        try (Running jvm = start(jdk, 2, HANGS, "clinit", "4")) {
            Thread.sleep(SETTLED_MILLIS);
            Process blocker = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin/jcmd").toString(),
                    Long.toString(jvm.pid()), "JVMTI.agent_load", agent.toString()).start();
            jvm.waitUntil("the agent", () -> jvm.out().contains("never returns"));
            Ended ended = Diagnosing.run(Long.toString(jvm.pid()));
            assertThat(ended.exitCode()).as("%s", ended).isEqualTo(3);
            assertThat(ended.err()).as("%s", ended).contains("did not answer within",
                    "By /proc, 2 of 2 threads that look like carriers");
            blocker.destroyForcibly().waitFor();
        }
    }
}
