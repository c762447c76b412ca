package dev.slipstream.it.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.Applications;
import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.OnStockOnly;
import dev.slipstream.it.common.Programs;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Test of the accuracy of {@code fleet} on recordings with the JDK's own settings, as fleets collect them. Each program pays one cost,
 * and knows its share; one pays none. A cost that these settings cannot show must be unknown, not wrong. The tables are left in
 * {@code it/target/fleet-accuracy}.
 */
@Tag("long")
@Isolated("shares of the processors are measured")
class FleetAccuracyTest {
    private static final String MILLIS = "20000";
    private static final String NOTHING = "nothing";
    private static final Truth PAYS_NOTHING = new Truth(NOTHING, 0, "");

    /** Seconds that an application runs before, and while, it measures. */
    private static final String WARM_UP = "10";
    private static final String SECONDS = "20";
    private static final String AFTER_THE_WARM_UP = ",delay=" + WARM_UP + "s";

    /** The newest JDK that Cassandra runs on. */
    private static final int CASSANDRAS = 17;

    private static final String SETTINGS = "settings=profile,jdk.VirtualThreadPinned#threshold=1ms";
    private static final Pattern SHARE = Pattern.compile("share=(\\S+)");
    private static final Percentage FIFTH = Percentage.withPercentage(20);

    @TempDir
    private Path folder;

    private static Map<String, String> programs(TestJdk jdk) {
        Map<String, String> programs =
                new LinkedHashMap<>(Map.of("naming", "naming.PaysNaming", "buffering", "buffering.PaysBuffering",
                        "text", "text.PaysText", NOTHING, "PaysNothing"));
        if (jdk.hasVirtualThreads()) {
            programs.put("arenas", "arenas.PaysArenas");
            programs.put("pinning", "pinning.PaysPinning");
        }
        return programs;
    }

    /**
     * Cost that a program pays, by its own account.
     *
     * @param remedy the remedy, or {@link #NOTHING}
     * @param share the share that it pays
     * @param place how the name of the first call site begins
     */
    private record Truth(String remedy, double share, String place) {}

    /** Runs a program that records itself, and returns what it says at its end. */
    private double record(ForkedJvm jvm, String name, String recording, String program, List<String> arguments) throws Exception {
        Path file = Files.createDirectories(folder.resolve("recordings").resolve(name)).resolve("app.jfr");
        try (Running running = jvm.with("-XX:StartFlightRecording:filename=" + file + "," + SETTINGS + recording)
                .start(program, arguments.toArray(String[]::new))) {
            running.waitUntil("the truth", () -> SHARE.matcher(running.out()).find());
            Ended ended = running.end();
            assertThat(ended.exitCode()).as("%s", ended).isZero();
            Matcher share = SHARE.matcher(ended.out());
            assertThat(share.find()).isTrue();
            return Double.parseDouble(share.group(1));
        }
    }

    @OnEveryJdk
    @OnStockOnly("baked JDKs do not pay")
    void ownPrograms(TestJdk jdk) throws Exception {
        Map<String, Truth> truths = new LinkedHashMap<>();
        for (Map.Entry<String, String> each : programs(jdk).entrySet()) {
            String name = each.getKey();
            List<String> arguments = new ArrayList<>(List.of(folder.resolve("empty.jfr").toString(), MILLIS));
            ForkedJvm jvm = Programs.on(jdk);
            if (name.equals("arenas")) {
                jvm = jvm.with("--add-opens=java.base/jdk.internal.foreign=ALL-UNNAMED");
            }
            if (name.equals("pinning") && jdk.feature() >= 24) {
                jvm = jvm.with("-Djdk.reflect.useNativeAccessorOnly=true");
                arguments.add("by=native");
            }
            double share = record(jvm, name, "", Programs.PACKAGE + each.getValue(), arguments);
            truths.put(name, new Truth(name, share, Programs.PACKAGE + name + ".Pays"));
        }
        compare(jdk, "programs", truths);
    }

    /** Applications on unmodified Spring Boot, Kafka and Cassandra. */
    @OnEveryJdk
    @OnStockOnly("baked JDKs do not pay")
    void realApplications(TestJdk jdk) throws Exception {
        Map<String, Truth> truths = new LinkedHashMap<>();
        double pinned = record(application(jdk, "spring"), "spring", AFTER_THE_WARM_UP, "dev.slipstream.examples.spring.Bank",
                List.of(WARM_UP, SECONDS));
        truths.put("spring", pinned == 0 ? PAYS_NOTHING
                : new Truth("pinning", pinned, "dev.slipstream.examples.spring.Bank$Payments.confirm"));
        record(application(jdk, "kafka").with("-Xmx1g"), "kafka", AFTER_THE_WARM_UP, "dev.slipstream.examples.kafka.Broker",
                List.of(folder.resolve("kafka").toString(), WARM_UP, SECONDS));
        truths.put("kafka", PAYS_NOTHING);
        if (jdk.feature() == CASSANDRAS) {
            recordCassandra(jdk);
            // By perf, native names take some 1.3 % of its processor time.
            truths.put("cassandra", PAYS_NOTHING);
        }
        compare(jdk, "applications", truths);
        assertThat(truths.get("spring").remedy()).isEqualTo(jdk.hasVirtualThreads() && jdk.feature() < 24 ? "pinning" : NOTHING);
    }

    private static ForkedJvm application(TestJdk jdk, String name) throws Exception {
        Path home = Applications.home(name);
        return ForkedJvm.on(jdk, home.resolve("target/classes") + File.pathSeparator + home.resolve("target/lib") + "/*");
    }

    private void recordCassandra(TestJdk jdk) throws Exception {
        Path examples = ForkedJvm.ROOT.resolve("examples/target");
        Path file = Files.createDirectories(folder.resolve("recordings/cassandra")).resolve("app.jfr");
        Ended ended = ForkedJvm
                .on(TestJdk.current(), examples.resolve("classes") + File.pathSeparator + examples.resolve("lib") + "/*")
                .run("dev.slipstream.examples.naming.RecordedCassandra", jdk.java().toString(),
                        Applications.home("cassandra").toString(),
                        file.toString(), WARM_UP, SECONDS);
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.out()).as("%s", ended).startsWith("queries=");
    }

    private void compare(TestJdk jdk, String what, Map<String, Truth> truths) throws Exception {
        Path output = folder.resolve("fleet");
        FleetTables.make(folder.resolve("recordings"), output);
        List<String> table = new ArrayList<>(List.of("| " + what + " | pays | true share | found | share | first call site |",
                "|---|---|---:|---|---:|---|"));
        Map<String, List<String>> found = new LinkedHashMap<>();
        truths.forEach((name, truth) -> {
            List<List<String>> paid = FleetTables.query("SELECT f.remedy, f.share, (SELECT s.method FROM '" + output
                    + "/sites.parquet' s "
                    + "WHERE s.recording = f.recording AND s.remedy = f.remedy ORDER BY s.part DESC LIMIT 1) AS site FROM '"
                    + output
                    + "/findings.parquet' f WHERE service = '" + name + "' AND verdict = 'paid'");
            List<String> row = paid.size() < 2 ? List.of(NOTHING, "", "") : paid.get(1);
            table.add("| " + name + " | " + truth.remedy() + " | "
                    + (truth.remedy().equals(NOTHING) ? "" : percent(truth.share())) + " | "
                    + row.get(0) + " | " + (row.get(1).isEmpty() ? "" : percent(Double.parseDouble(row.get(1)))) + " | "
                    + row.get(2)
                    + " |");
            assertThat(paid).as(name + " pays one cost at most").hasSizeLessThan(3);
            found.put(name, row);
        });
        Files.write(
                Files.createDirectories(ForkedJvm.ROOT.resolve("it/target/fleet-accuracy"))
                        .resolve(what + "-" + jdk.feature() + ".md"),
                table);
        truths.forEach((name, truth) -> {
            List<String> row = found.get(name);
            // Single transfers are no events with these settings.
            if (truth.remedy().equals("buffering") && row.get(0).equals(NOTHING)) {
                assertThat(FleetTables.query("SELECT verdict FROM '" + output + "/findings.parquet' WHERE service = '" + name
                        + "' AND remedy = 'buffering'").get(1)).containsExactly("unknown");
                return;
            }
            assertThat(row.get(0)).as("%s", table).isEqualTo(truth.remedy());
            if (!truth.remedy().equals(NOTHING)) {
                assertThat(row.get(2)).as("%s", table).startsWith(truth.place());
                assertThat(Double.parseDouble(row.get(1))).as("%s", table).isCloseTo(truth.share(), FIFTH);
            }
        });
    }

    private static String percent(double share) {
        return Math.round(100 * share) + " %";
    }
}
