package dev.slipstream.it.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.cli.process.Folders;
import dev.slipstream.diagnose.RecordingSettings;
import dev.slipstream.it.common.Programs;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test that the Spark job makes the tables that one machine makes. */
@Tag("long")
class SparkTest {
    private static final String VERSION_RULE = "version=label:app.kubernetes.io/version";
    private static final int SERVICES = 10;
    private static final int EACH = 12;

    @TempDir
    private Path folder;

    /** Makes recordings of services, of which a few are damaged in different ways. */
    private Path recordings() throws Exception {
        Path one = folder.resolve("one.jfr");
        List<String> arguments = new ArrayList<>(List.of(one.toString(), "4000"));
        RecordingSettings.steady(TestJdk.current().feature()).forEach((name, value) -> arguments.add(name + "=" + value));
        try (Running jvm =
                Programs.on(TestJdk.current()).start(Programs.PACKAGE + "naming.PaysNaming", arguments.toArray(String[]::new))) {
            jvm.waitUntil("the recording", () -> jvm.out().contains("share="));
        }
        byte[] good = Files.readAllBytes(one);
        byte[] garbage = new byte[good.length];
        new Random(24).nextBytes(garbage);
        Path all = folder.resolve("recordings");
        for (int service = 0; service < SERVICES; service++) {
            Path its = Files.createDirectories(all.resolve("service " + service));
            Files.writeString(its.resolve("labels"), "app.kubernetes.io/version=\"1." + service + "\"\n");
            for (int i = 0; i < EACH; i++) {
                Files.write(its.resolve(i + ".jfr"), good);
            }
            Files.write(its.resolve("cut.jfr"), Arrays.copyOf(good, good.length / (service + 1) - 1));
            Files.write(its.resolve("garbage.jfr"), garbage);
            Files.createFile(its.resolve("empty.jfr"));
        }
        return all;
    }

    @Test
    void makesTheSameTablesAlthoughAWorkerIsKilled() throws Exception {
        Path recordings = recordings();
        Path here = folder.resolve("here");
        Path there = folder.resolve("there");
        try (Cluster cluster = new Cluster(folder, 2)) {
            Running job = cluster.submit(recordings.toString(), "--name", FleetTables.RULE, "--name", VERSION_RULE, "--output",
                    there.toString());
            job.waitUntil("the first results", () -> parts(there) > 0);
            assertThat(there.resolve("recordings.parquet")).doesNotExist();
            cluster.kill(0);
            Ended ended = job.end();
            assertThat(ended.exitCode()).as("%s", ended).isZero();
            assertThat(ended.err()).as("a worker was lost")
                    .containsPattern("Lost executor|LostWorker|worker lost|Executor \\d+ is lost");
            int damaged = 3 * SERVICES;
            assertThat(ended.out()).contains((SERVICES * EACH + damaged) + " recordings, " + damaged + " could not be read");

            Ended again = cluster.submit(recordings.toString(), "--name", FleetTables.RULE, "--output", there.toString()).end();
            assertThat(again.exitCode()).as("%s", again).isEqualTo(2);
            assertThat(again.err()).as("%s", again).contains(there + " exists; remove it, or name another folder");
        }
        FleetTables.make(recordings, here, "--name", VERSION_RULE);
        for (String table : List.of("recordings", "findings", "sites")) {
            List<List<String>> rows = rows(here.resolve(table + ".parquet"));
            assertThat(rows).as(table).hasSizeGreaterThanOrEqualTo(SERVICES * EACH);
            assertThat(rows(there.resolve(table + ".parquet"))).as(table).isEqualTo(rows);
        }
    }

    private static long parts(Path output) throws Exception {
        return Folders
                .files(output, file -> file.getFileName().toString().startsWith("part-") && !file.toString().contains("attempt"))
                .size();
    }

    private static List<List<String>> rows(Path table) throws Exception {
        return FleetTables
                .query("SELECT * FROM '" + (Files.isDirectory(table) ? table + "/*.parquet" : table) + "' ORDER BY ALL");
    }
}
