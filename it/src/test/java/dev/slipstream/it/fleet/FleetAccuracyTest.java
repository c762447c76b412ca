package dev.slipstream.it.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.OnStockOnly;
import dev.slipstream.it.common.Programs;
import dev.slipstream.testkit.Jdk;
import dev.slipstream.testkit.Jvm;
import dev.slipstream.testkit.Running;
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
 * and knows its share; one pays none. What these settings cannot show must be unknown, and must not be wrong. Each JDK's table is left
 * in {@code it/target/fleet-accuracy}.
 */
@Tag("long")
@Isolated("shares of the processors are measured")
class FleetAccuracyTest {
    private static final String MILLIS = "20000";
    private static final String SETTINGS = "settings=profile,jdk.VirtualThreadPinned#threshold=1ms";
    private static final Pattern SHARE = Pattern.compile("share=(\\S+)");
    private static final Percentage FIFTH = Percentage.withPercentage(20);

    @TempDir
    private Path folder;

    private static Map<String, String> programs(Jdk jdk) {
        Map<String, String> programs = new LinkedHashMap<>(Map.of("naming", "naming.PaysNaming", "buffering", "buffering.PaysBuffering",
                "text", "text.PaysText", "nothing", "PaysNothing"));
        if (jdk.hasVirtualThreads()) {
            programs.put("arenas", "arenas.PaysArenas");
            programs.put("pinning", "pinning.PaysPinning");
        }
        return programs;
    }

    private double record(Jdk jdk, String name, String program) throws Exception {
        Path recording = Files.createDirectories(folder.resolve("recordings").resolve(name)).resolve("app.jfr");
        List<String> arguments = new ArrayList<>(List.of(folder.resolve("empty.jfr").toString(), MILLIS));
        Jvm jvm = Programs.on(jdk).with("-XX:StartFlightRecording:filename=" + recording + "," + SETTINGS);
        if (name.equals("arenas")) {
            jvm = jvm.with("--add-opens=java.base/jdk.internal.foreign=ALL-UNNAMED");
        }
        if (name.equals("pinning") && jdk.feature() >= 24) {
            jvm = jvm.with("-Djdk.reflect.useNativeAccessorOnly=true");
            arguments.add("by=native");
        }
        try (Running running = jvm.start(Programs.PACKAGE + program, arguments.toArray(String[]::new))) {
            running.waitUntil("the truth", () -> SHARE.matcher(running.out()).find());
            running.endsWithin(Running.DEADLINE_SECONDS);
            Matcher share = SHARE.matcher(running.out());
            assertThat(share.find()).isTrue();
            return Double.parseDouble(share.group(1));
        }
    }

    @OnEveryJdk
    @OnStockOnly("baked JDKs do not pay")
    void rightRemedyAndPlaceAndShare(Jdk jdk) throws Exception {
        Map<String, Double> truths = new LinkedHashMap<>();
        for (Map.Entry<String, String> each : programs(jdk).entrySet()) {
            truths.put(each.getKey(), record(jdk, each.getKey(), each.getValue()));
        }
        Path output = folder.resolve("fleet");
        FleetTables.make(folder.resolve("recordings"), output);
        List<String> table = new ArrayList<>(List.of("| program pays | true share | found | share | first call site |", "|---|---:|---|---:|---|"));
        Map<String, List<String>> found = new LinkedHashMap<>();
        for (String name : truths.keySet()) {
            List<List<String>> paid = FleetTables.query("SELECT f.remedy, f.share, (SELECT s.method FROM '" + output + "/sites.parquet' s "
                    + "WHERE s.recording = f.recording AND s.remedy = f.remedy ORDER BY s.part DESC LIMIT 1) AS site FROM '" + output
                    + "/findings.parquet' f WHERE service = '" + name + "' AND verdict = 'paid'");
            List<String> row = paid.size() < 2 ? List.of("nothing", "", "") : paid.get(1);
            table.add("| " + name + " | " + (name.equals("nothing") ? "" : percent(truths.get(name))) + " | " + row.get(0) + " | "
                    + (row.get(1).isEmpty() ? "" : percent(Double.parseDouble(row.get(1)))) + " | " + row.get(2) + " |");
            assertThat(paid).as(name + " pays one cost at most").hasSizeLessThan(3);
            found.put(name, row);
        }
        Files.write(Files.createDirectories(Jvm.ROOT.resolve("it/target/fleet-accuracy")).resolve(jdk.feature() + ".md"), table);
        truths.forEach((name, truth) -> {
            List<String> row = found.get(name);
            // Single transfers are no events with these settings.
            if (name.equals("buffering") && row.get(0).equals("nothing")) {
                assertUnknown(output, name);
                return;
            }
            assertThat(row.get(0)).as("%s", table).isEqualTo(name);
            if (!name.equals("nothing")) {
                assertThat(row.get(2)).as("%s", table).startsWith(Programs.PACKAGE + name + ".Pays");
                assertThat(Double.parseDouble(row.get(1))).as("%s", table).isCloseTo(truth, FIFTH);
            }
        });
    }

    private static void assertUnknown(Path output, String name) {
        try {
            assertThat(FleetTables.query("SELECT verdict FROM '" + output + "/findings.parquet' WHERE service = '" + name
                    + "' AND remedy = '" + name + "'").get(1)).containsExactly("unknown");
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static String percent(double share) {
        return Math.round(100 * share) + " %";
    }
}
