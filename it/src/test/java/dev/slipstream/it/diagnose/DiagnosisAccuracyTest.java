package dev.slipstream.it.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.slipstream.diagnose.Diagnostician;
import dev.slipstream.diagnose.RecordingSettings;
import dev.slipstream.diagnose.event.FlightEvent;
import dev.slipstream.diagnose.priority.IgnoredPriorities;
import dev.slipstream.diagnose.result.DiagnosedJvm;
import dev.slipstream.diagnose.result.Diagnosis;
import dev.slipstream.diagnose.result.Finding;
import dev.slipstream.diagnose.result.Finding.Verdict;
import dev.slipstream.diagnose.result.Slipstream;
import dev.slipstream.it.common.Diagnosing;
import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.Programs;
import dev.slipstream.lab.experiment.Experiments;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordingFile;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Test of the accuracy of diagnoses. Each program pays one cost, and knows its share; one program pays none. The diagnosis must
 * name the right remedy and the right place, and be off by a fifth at most.
 */
@Tag("long")
@Isolated("shares of the processors are measured")
class DiagnosisAccuracyTest {
    private static final Pattern BURST = Pattern.compile("burst=(\\S+) (\\S+)");
    private static final Pattern SHARE = Pattern.compile("share=(\\S+)");
    private static final int MILLIS = 12_000;

    /** In the usual time, three to eight of some 350 samples catch a rename. That number must not become zero by chance. */
    private static final int MILLIS_FOR_RENAMES = 2 * MILLIS;

    /** Methods that pay in a way that no remedy touches. */
    private static final Map<String, String> OTHERWISE = Map.of("channel", "payOtherwise", "written", "write",
            "number", "payOtherwise", "buffer", "payByBuffer", "text", "payByText");
    private static final Percentage FIFTH = Percentage.withPercentage(20);

    @TempDir
    private Path folder;

    private static List<String> arguments(TestJdk jdk, Path recording, int millis, String... more) {
        List<String> arguments = new ArrayList<>(List.of(recording.toString(), Integer.toString(millis)));
        RecordingSettings.steady(jdk.feature()).forEach((name, value) -> arguments.add(name + "=" + value));
        // A diagnosis of a running JVM takes dumps itself.
        arguments.addAll(List.of("jdk.ThreadDump#enabled=true", "jdk.ThreadDump#period=400 ms"));
        RecordingSettings.burst(jdk.feature()).forEach((name, value) -> arguments.add("burst:" + name + "=" + value));
        arguments.addAll(List.of(more));
        return arguments;
    }

    /** A diagnosis, and the true share. */
    private record Outcome(Diagnosis diagnosis, double truth) {
        Finding of(String remedy) {
            return diagnosis.findings().stream().filter(finding -> finding.remedy().equals(remedy)).findFirst().orElseThrow();
        }

        void paysOnly(String remedy) {
            isOnly(remedy);
            assertThat(of(remedy).saving()).isNotEmpty();
        }

        private void isOnly(String remedy) {
            assertThat(diagnosis.findings().stream().filter(finding -> finding.verdict() == Verdict.PAID).map(Finding::remedy))
                    .as(diagnosis.toString()).containsExactly(remedy);
            assertThat(of(remedy).share().value()).as(diagnosis.toString()).isCloseTo(truth, FIFTH);
        }

        /** The cost is paid in a way that the remedy does not touch: nothing is promised, and the code can be changed. */
        void paysOnlyInCode(String remedy, String method) {
            isOnly(remedy);
            assertThat(of(remedy).sites().get(0).method()).as(diagnosis.toString()).isEqualTo(Programs.PACKAGE + method);
            assertThat(of(remedy).saved()).as(diagnosis.toString()).isNull();
            assertThat(of(remedy).saving()).isEmpty();
            assertThat(of(remedy).command()).isEmpty();
            assertThat(of(remedy).caveats()).anyMatch(caveat -> caveat.contains("In the code"));
        }

        void at(String remedy, String method) {
            assertThat(of(remedy).sites().get(0).method()).as(diagnosis.toString()).isEqualTo(Programs.PACKAGE + method);
            assertThat(of(remedy).sites().get(0).line()).isPositive();
            assertThat(of(remedy).command())
                    .isEqualTo(Slipstream.command("attach " + diagnosis.jvm().pid() + " --remedies " + remedy));
        }
    }

    private Outcome diagnose(TestJdk jdk, ForkedJvm jvm, String program, String... more) throws Exception {
        return diagnose(jdk, jvm, program, MILLIS, more);
    }

    private Outcome diagnose(TestJdk jdk, ForkedJvm jvm, String program, int millis, String... more) throws Exception {
        Path recording = folder.resolve(program + ".jfr");
        String[] arguments = arguments(jdk, recording, millis, more).toArray(String[]::new);
        try (Running running = jvm.start(Programs.PACKAGE + program, arguments)) {
            Diagnostician diagnostician = new Diagnostician(new DiagnosedJvm(program, running.pid(), jdk.feature(), "", 0));
            running.waitUntil("the recording", () -> running.out().contains("ready"));
            diagnostician.observed(IgnoredPriorities.of(running.pid()));
            running.waitUntil("the truth", () -> SHARE.matcher(running.out()).find());
            String out = running.out();
            Matcher bursts = BURST.matcher(out);
            while (bursts.find()) {
                diagnostician.burst(Instant.parse(bursts.group(1)), Instant.parse(bursts.group(2)));
            }
            read(recording, diagnostician);
            Matcher share = SHARE.matcher(out);
            assertThat(share.find()).isTrue();
            return new Outcome(diagnostician.diagnosisHere(() -> {}), Double.parseDouble(share.group(1)));
        }
    }

    private static void read(Path recording, Diagnostician diagnostician) throws IOException {
        try (RecordingFile file = new RecordingFile(recording)) {
            diagnostician.metadata(FlightEvent.kinds(file.readEventTypes()));
            while (file.hasMoreEvents()) {
                diagnostician.accept(new FlightEvent(file.readEvent()));
            }
        }
    }

    @OnEveryJdk
    void naming(TestJdk jdk) throws Exception {
        Outcome outcome = diagnose(jdk, Programs.on(jdk), "naming.PaysNaming", MILLIS_FOR_RENAMES);
        outcome.paysOnly("naming");
        outcome.at("naming", "naming.PaysNaming.run");
        String recording = folder.resolve("naming.PaysNaming.jfr").toString();
        assertThat(Diagnosing.run(recording).exitCode()).isZero();
        assertThat(Diagnosing.run("--fail-on-findings", recording).exitCode()).isEqualTo(1);
    }

    @OnEveryJdk
    void priority(TestJdk jdk) throws Exception {
        Outcome outcome = diagnose(jdk, Programs.on(jdk), "priority.PaysPriority");
        outcome.paysOnly("priority");
        assertThat(outcome.of("priority").command().isEmpty()).isEqualTo(jdk.feature() < 21);
    }

    @OnEveryJdk(from = 21)
    void arenas(TestJdk jdk) throws Exception {
        Outcome outcome = diagnose(jdk, Programs.on(jdk).with("--add-opens=java.base/jdk.internal.foreign=ALL-UNNAMED"),
                "arenas.PaysArenas");
        outcome.paysOnly("arenas");
        outcome.at("arenas", "arenas.PaysArenas.pay");
    }

    @OnEveryJdk
    void bufferingOfOtherKinds(TestJdk jdk) throws Exception {
        for (String by : List.of("channel", "written", "number")) {
            diagnose(jdk, Programs.on(jdk), "buffering.PaysBuffering", "by=" + by)
                    .paysOnlyInCode("buffering", "buffering.PaysBuffering." + OTHERWISE.get(by));
        }
    }

    @OnEveryJdk
    void textOfOtherKinds(TestJdk jdk) throws Exception {
        for (String by : List.of("buffer", "text", "long")) {
            diagnose(jdk, Programs.on(jdk), "text.PaysText", "by=" + by)
                    .paysOnlyInCode("text", "text.PaysText." + OTHERWISE.getOrDefault(by, "pay"));
        }
    }

    @OnEveryJdk
    void namingInTheCommonPool(TestJdk jdk) throws Exception {
        diagnose(jdk, Programs.on(jdk).with("-Djava.util.concurrent.ForkJoinPool.common.parallelism=2"), "naming.PaysNaming",
                MILLIS_FOR_RENAMES, "by=pool").paysOnlyInCode("naming", "naming.PaysNaming.run");
    }

    /** Monitors do not pin from JDK 24 on, but native frames do. */
    @OnEveryJdk(from = 21)
    void pinning(TestJdk jdk) throws Exception {
        Outcome outcome = jdk.feature() < 24 ? diagnose(jdk, Programs.on(jdk), "pinning.PaysPinning")
                : diagnose(jdk, Programs.on(jdk).with("-Djdk.reflect.useNativeAccessorOnly=true"),
                        "pinning.PaysPinning", "by=native");
        outcome.paysOnly("pinning");
        outcome.at("pinning", "pinning.PaysPinning.sleep");
    }

    /** A remedy needs no test of its own if its program takes no arguments, and pays in its method {@code pay} on every JDK. */
    @OnEveryJdk
    void everyOther(TestJdk jdk) throws Exception {
        List<String> others = new ArrayList<>(Experiments.remedies());
        Stream.of(DiagnosisAccuracyTest.class.getDeclaredMethods()).filter(each -> each.isAnnotationPresent(OnEveryJdk.class))
                .forEach(each -> others.remove(each.getName()));
        assertThat(others).isNotEmpty();
        for (String remedy : others) {
            String program = remedy + ".Pays" + remedy.substring(0, 1).toUpperCase(Locale.ROOT) + remedy.substring(1);
            Outcome outcome = diagnose(jdk, Programs.on(jdk), program);
            outcome.paysOnly(remedy);
            outcome.at(remedy, program + ".pay");
        }
    }

    @OnEveryJdk
    void nothing(TestJdk jdk) throws Exception {
        Diagnosis diagnosis = diagnose(jdk, Programs.on(jdk), "PaysNothing").diagnosis();
        assertThat(diagnosis.anyPaid()).as(diagnosis.toString()).isFalse();
        assertThat(diagnosis.findings()).as(diagnosis.toString()).allMatch(finding -> finding.verdict() == Verdict.NOT_PAID
                || finding.verdict() == Verdict.NOT_HERE);
        assertThat(diagnosis.moments()).hasSizeGreaterThan(5);
    }

    /** Diagnoses a running program that renames its threads for a part of the time, and returns the finding. */
    private static JsonObject renames(TestJdk jdk, String part, String rest, String time) throws Exception {
        try (Running running = Programs.on(jdk).start(Programs.PACKAGE + "naming.RenamesPart", part, rest)) {
            running.waitUntil("its start", () -> running.out().contains("ready"));
            Ended ended = Diagnosing.run("--for", time, "--json", Long.toString(running.pid()));
            assertThat(ended.exitCode()).as("%s", ended).isZero();
            return JsonParser.parseString(ended.out()).getAsJsonObject().getAsJsonArray("diagnoses").get(0).getAsJsonObject()
                    .getAsJsonArray("findings").asList().stream().map(JsonElement::getAsJsonObject)
                    .filter(finding -> finding.get("remedy").getAsString().equals("naming")).findFirst().orElseThrow();
        }
    }

    /** It does nothing but rename its thread, for 20 ms in each second: too little to see, which is not the same as nothing. */
    @OnEveryJdk
    void whatIsTooRareToSeeIsNotDenied(TestJdk jdk) throws Exception {
        JsonObject naming = renames(jdk, "0.02", "sleeps", "10s");
        assertThat(naming.get("verdict").getAsString()).as("%s", naming).isIn("unknown", "paid");
        assertThat(naming.getAsJsonObject("share").get("most").getAsDouble()).as("%s", naming).isPositive();
    }

    /** Unknown is no way out: under load, half a minute tells whether a cost is paid. */
    @OnEveryJdk
    void underLoadTheVerdictIsKnown(TestJdk jdk) throws Exception {
        JsonObject paid = renames(jdk, "0.3", "computes", "30s");
        assertThat(paid.get("verdict").getAsString()).as("%s", paid).isEqualTo("paid");
        JsonObject none = renames(jdk, "0", "computes", "30s");
        assertThat(none.get("verdict").getAsString()).as("%s", none).isEqualTo("not-paid");
        assertThat(none.getAsJsonObject("share").get("most").getAsDouble()).as("%s", none).isLessThan(0.03);
    }
}
