package dev.slipstream.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.testkit.SmallRecording;
import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command as a process. */
class FleetCommandTest {
    private static final String RULE = "service=path:/([^/]+)/[^/]+$";

    @TempDir
    private Path folder;

    private Path recordings;
    private Path output;

    private record Ended(int exitCode, String out, String err) {}

    @BeforeEach
    void makeRecordings() throws IOException {
        recordings = Files.createDirectory(folder.resolve("recordings"));
        output = folder.resolve("fleet");
        Path one = SmallRecording.make(folder.resolve("one.jfr"));
        for (String service : List.of("shop", "cart")) {
            Files.createDirectory(recordings.resolve(service));
            for (int i = 0; i < 3; i++) {
                Files.copy(one, recordings.resolve(service + "/" + i + ".jfr"));
            }
        }
        Files.write(recordings.resolve("shop/cut.jfr"), Arrays.copyOf(Files.readAllBytes(one), 1_000));
        Files.writeString(recordings.resolve("shop/notes.txt"), "no recording");
    }

    static List<String> command(String... args) {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"), "dev.slipstream.cli.Main",
                "fleet"));
        command.addAll(List.of(args));
        return command;
    }

    private Ended fleet(String... args) throws Exception {
        File out = folder.resolve("out").toFile();
        File err = folder.resolve("err").toFile();
        Process process = new ProcessBuilder(command(args)).redirectOutput(out).redirectError(err).start();
        int exitCode = process.waitFor();
        return new Ended(exitCode, Files.readString(out.toPath()), Files.readString(err.toPath()));
    }

    private Ended analyse() throws Exception {
        return fleet(recordings.toString(), "--name", RULE, "--output", output.toString());
    }

    @Test
    void analysesAFolder() throws Exception {
        Ended ended = analyse();
        assertThat(ended.exitCode).as("%s", ended).isZero();
        assertThat(ended.out).as("%s", ended).startsWith("7 recordings, 2 services, 1 recording could not be read\n  ")
                .contains("shop/cut.jfr: it is truncated or damaged", "\nWarning: 2 services were seen for less than 30 s (")
                // Copies of one recording have one process id and start time, and overlap.
                .contains("\nThe host of 6 recordings is unknown: ",
                        " 4 recordings overlap another one with the same process id and ")
                .contains("The page is " + output.resolve("fleet.html"));
        assertThat(output.resolve("fleet.html")).content().contains("2 services, recorded too briefly to judge", "shop/cut.jfr",
                "it is truncated or damaged");
        try (Stream<Path> files = Files.list(output)) {
            assertThat(files.map(file -> file.getFileName().toString())).containsExactlyInAnyOrder("analysed.ndjson",
                    "fleet.html",
                    "recordings.parquet", "findings.parquet", "sites.parquet", ".lock");
        }
    }

    /** As a cluster writes them: each table is a folder of files. */
    @Test
    void makesThePageOfTables() throws Exception {
        Ended analysed = analyse();
        Path tables = Files.createDirectory(folder.resolve("tables"));
        for (String name : List.of("recordings.parquet", "findings.parquet", "sites.parquet")) {
            Files.copy(output.resolve(name), Files.createDirectory(tables.resolve(name)).resolve("part-00000.parquet"));
            Files.createFile(tables.resolve(name).resolve("_SUCCESS"));
        }
        Path copy = folder.resolve("copy");
        Ended ended = fleet("--tables", tables.toString(), "--output", copy.toString());
        assertThat(ended.exitCode).as("%s", ended).isZero();
        assertThat(ended.out.lines().findFirst()).isEqualTo(analysed.out.lines().findFirst());
        assertThat(copy.resolve("fleet.html")).content().contains("2 services, recorded too briefly to judge", "shop/cut.jfr",
                "it is truncated or damaged");
    }

    @Test
    void continuesWhereItWasStopped() throws Exception {
        analyse();
        Path journal = output.resolve("analysed.ndjson");
        List<String> lines = Files.readAllLines(journal);
        assertThat(lines).hasSize(7);
        // As if killed while it wrote the fourth line.
        String half = lines.get(3).substring(0, lines.get(3).length() / 2);
        Files.writeString(journal, String.join("\n", lines.subList(0, 3)) + "\n" + half);
        Ended ended = analyse();
        assertThat(ended.err).as("%s", ended).contains("3 recordings were analysed before, 4 are to analyse");
        assertThat(Files.readAllLines(journal)).containsExactlyInAnyOrderElementsOf(lines);
        Ended again = analyse();
        assertThat(again.err).as("%s", again).contains("7 recordings were analysed before, 0 are to analyse");
        Files.write(recordings.resolve("shop/0.jfr"), new byte[10], StandardOpenOption.APPEND);
        assertThat(analyse().err).contains("6 recordings were analysed before, 1 are to analyse");
        Files.writeString(journal, Files.readString(journal).replace("\"slipstream\":\"", "\"slipstream\":\"0.0."));
        assertThat(analyse().err).as("another version").doesNotContain("before");
        Ended others = fleet(recordings.toString(), "--name", RULE, "--name", "host=path:(x)", "--output", output.toString());
        assertThat(others.err).as("other rules").doesNotContain("before");
    }

    @Test
    void aSignalEndsTheWorkersAndKeepsWhatWasAnalysed() throws Exception {
        for (int i = 3; i < 100; i++) {
            Files.copy(recordings.resolve("cart/0.jfr"), recordings.resolve("cart/" + i + ".jfr"));
        }
        File err = folder.resolve("err").toFile();
        Process process = new ProcessBuilder(command(recordings.toString(), "--name", RULE, "--output", output.toString()))
                .redirectOutput(folder.resolve("out").toFile()).redirectError(err).start();
        Path journal = output.resolve("analysed.ndjson");
        while (process.isAlive() && (!Files.exists(journal) || Files.size(journal) == 0)) {
            Thread.sleep(10);
        }
        List<ProcessHandle> workers = process.children().toList();
        process.destroy();
        assertThat(process.waitFor()).isEqualTo(143);
        assertThat(Files.readString(err.toPath())).matches("slipstream: stopped after \\d+ of 104 recordings; the same"
                + " command continues\n");
        assertThat(workers).isNotEmpty().noneMatch(ProcessHandle::isAlive);
        assertThat(analyse().err).containsPattern("\\d+ recordings were analysed before, \\d+ are to analyse");
    }

    /** Two runs that write to one folder would count each recording twice. */
    @Test
    void oneRunAtATimeWritesToAFolder() throws Exception {
        Files.createDirectory(output);
        try (FileChannel lock = FileChannel.open(output.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            assertThat(lock.tryLock()).isNotNull();
            refuses(1, "another run of fleet writes to " + output + "; wait for its end", "--name", RULE, recordings.toString(),
                    "--output",
                    output.toString());
            assertThat(output.resolve("analysed.ndjson")).doesNotExist();
        }
    }

    @Test
    void takesGlobs() throws Exception {
        Ended ended = fleet(recordings + "/*/[01].jfr", "--name", RULE, "--output", output.toString());
        assertThat(ended.out).as("%s", ended).startsWith("4 recordings, 2 services");
    }

    @Test
    void refusesInOneLine() throws Exception {
        refuses(2, "service=nonsense\" is no rule", "--name", "service=nonsense", recordings.toString());
        refuses(2, "--name service=SOURCE must say where", "--name", "host=env:POD", recordings.toString());
        refuses(2, "no recording (*.jfr) is in", "--name", RULE, Files.createDirectory(folder.resolve("empty")).toString());
        refuses(2, "missing does not exist", "--name", RULE, folder.resolve("missing").toString());
        refuses(2, "missing does not exist", folder.resolve("missing").toString());
        refuses(2, "name recordings, or --tables", "--name", RULE);
        refuses(2, "--tables goes without RECORDINGS and --name", "--tables", folder.toString(), recordings.toString());
        refuses(2, "has no recordings.parquet; name a folder with", "--tables", folder.toString());
        refuses(1, "cannot write to", "--name", RULE, recordings.toString(), "--output", recordings + "/shop/0.jfr/x");
    }

    private void refuses(int exitCode, String message, String... args) throws Exception {
        Ended ended = fleet(args);
        assertThat(ended.exitCode).as("%s", ended).isEqualTo(exitCode);
        assertThat(ended.out).as("%s", ended).isEmpty();
        assertThat(ended.err.lines()).as("%s", ended).singleElement().asString().startsWith("slipstream: ").contains(message);
    }

    @Test
    void ofUnreadableRecordingsAloneNothingIsDone() throws Exception {
        Ended ended = fleet(recordings.resolve("shop/cut.jfr").toString(), "--name", RULE, "--output", output.toString());
        assertThat(ended.exitCode).as("%s", ended).isEqualTo(3);
        assertThat(new String(Files.readAllBytes(output.resolve("fleet.html")), StandardCharsets.UTF_8))
                .contains("it is truncated");
    }
}
