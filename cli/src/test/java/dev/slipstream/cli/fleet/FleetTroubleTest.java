package dev.slipstream.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.testkit.SmallRecording;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two hundred recordings, among them one of each kind of trouble, and an environment that changes what a JVM prints and does. */
class FleetTroubleTest {
    private static final int ALL = 200;
    private static final int SIZE_OF_CHUNK = 8;
    private static final long SPARSE = 3L << 30;
    private static final String OPTIONS = "-Xlog:gc*,safepoint -XX:+UseLargePages -XX:SharedArchiveFile=/none.jsa ";

    @TempDir
    private Path folder;

    private Path recordings;

    @Test
    void eachTroubleCostsOneRow() throws Exception {
        recordings = Files.createDirectories(folder.resolve("recordings/shop"));
        Path good = SmallRecording.make(folder.resolve("good.jfr"));
        Map<String, String> troubles = troubles(good);
        for (int i = troubles.size(); i < ALL; i++) {
            Files.createLink(recordings.resolve("good" + i + ".jfr"), good);
        }
        // Read last.
        Path deleted = Files.copy(good, recordings.resolve("z-deleted.jfr"));
        troubles.put("z-deleted.jfr", "it does not exist");
        Path output = folder.resolve("o*[x]{?}\\;\n'\"");
        // Folders that the name of the output matches as a glob.
        Files.writeString(Files.createDirectory(folder.resolve("oax{y}\\;\n'\"")).resolve("analysed.ndjson"), "no JSON");

        ProcessBuilder builder = new ProcessBuilder(FleetCommandTest.command(folder.resolve("recordings").toString(), "--name",
                "service=path:/([^/]+)/[^/]+$", "--output", output.toString()))
                .redirectOutput(folder.resolve("out").toFile()).redirectError(folder.resolve("err").toFile());
        builder.environment().putAll(Map.of("JAVA_TOOL_OPTIONS", OPTIONS, "_JAVA_OPTIONS", "-XX:+UseParallelGC",
                "JDK_JAVA_OPTIONS", "-Xlog:os"));
        Process fleet = builder.start();
        Path journal = output.resolve("analysed.ndjson");
        while (fleet.isAlive() && (!Files.exists(journal) || Files.size(journal) == 0)) {
            Thread.sleep(5);
        }
        Files.delete(deleted);
        assertThat(fleet.waitFor()).as("%s", Files.readString(folder.resolve("err"))).isZero();
        assertThat(Files.readString(folder.resolve("out"))).contains((ALL + 1) + " recordings, 1 service, " + troubles.size()
                + " recordings could not be read");

        Map<String, String> found = new TreeMap<>();
        Map<String, Integer> services = new TreeMap<>();
        Path table = Files.copy(output.resolve("recordings.parquet"), folder.resolve("recordings.parquet"));
        try (Connection connection = DuckDb.connect();
                Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery("SELECT recording, error, service, jvm, jvm_started FROM '" + table + "'")) {
            while (rows.next()) {
                String name = rows.getString(1).replaceFirst(".*/shop/", "");
                if (!rows.getString(2).isEmpty()) {
                    found.put(name, rows.getString(2));
                } else {
                    services.merge(rows.getString("service"), 1, Integer::sum);
                    assertThat(rows.getString("jvm")).isEqualTo(Long.toString(ProcessHandle.current().pid()));
                    assertThat(rows.getObject("jvm_started")).isNotNull();
                }
            }
        }
        assertThat(services).containsExactly(Map.entry("shop", ALL + 1 - troubles.size()));
        assertThat(found.keySet()).isEqualTo(troubles.keySet());
        troubles.forEach((name, error) -> assertThat(found.get(name)).as(name).contains(error));
    }

    private Map<String, String> troubles(Path good) throws IOException {
        byte[] bytes = Files.readAllBytes(good);
        Files.createFile(recordings.resolve("empty.jfr"));
        Files.write(recordings.resolve("cut.jfr"), Arrays.copyOf(bytes, bytes.length / 2));
        Files.writeString(recordings.resolve("line\n\"\\'; DROP.jfr"), "x".repeat(100));
        Files.createSymbolicLink(recordings.resolve("dangling.jfr"), folder.resolve("nothing"));
        Files.createSymbolicLink(recordings.resolve("folder.jfr"), folder);
        byte[] pools = bytes.clone();
        Arrays.fill(pools, bytes.length / 2, bytes.length, (byte) -1);
        Files.write(recordings.resolve("damaged.jfr"), pools);
        byte[] huge = bytes.clone();
        ByteBuffer.wrap(huge).putLong(SIZE_OF_CHUNK, SPARSE);
        try (FileChannel sparse =
                FileChannel.open(Files.write(recordings.resolve("sparse.jfr"), huge), StandardOpenOption.WRITE)) {
            sparse.write(ByteBuffer.wrap(bytes, 0, 100), SPARSE);
        }
        return new TreeMap<>(Map.of("empty.jfr", "it is empty", "cut.jfr", "it has no complete chunk", "line\n\"\\'; DROP.jfr",
                "it is not a flight recording", "dangling.jfr", "it does not exist", "folder.jfr", "it is a folder",
                "damaged.jfr", "it is damaged",
                "sparse.jfr", "MiB are empty"));
    }

    /** In a locale that has no such letters, the name is read by its bytes. */
    @Test
    void namesNeedNoLocale() throws Exception {
        recordings = Files.createDirectory(folder.resolve("recordings"));
        SmallRecording.make(recordings.resolve("one.jfr"));
        // This JVM's own locale need not have them, either.
        Process shell =
                new ProcessBuilder("sh", "-c", "d=$(printf 'gr\\303\\266\\303\\237e') && mkdir \"$d\" && mv one.jfr \"$d/\"")
                        .directory(recordings.toFile()).inheritIO().start();
        assertThat(shell.waitFor()).isZero();
        ProcessBuilder builder = new ProcessBuilder(FleetCommandTest.command(recordings.toString(), "--name",
                "service=path:/([^/]+)/[^/]+$", "--output", folder.resolve("fleet").toString()))
                .redirectErrorStream(true).redirectOutput(folder.resolve("out").toFile());
        builder.environment().put("LC_ALL", "C");
        Process fleet = builder.start();
        assertThat(fleet.waitFor()).as("%s", Files.readString(folder.resolve("out"))).isZero();
        assertThat(folder.resolve("fleet/analysed.ndjson")).content(StandardCharsets.UTF_8)
                .contains("/größe/one.jfr", "\"service\":\"größe\"");
    }
}
