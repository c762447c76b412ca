package dev.slipstream.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.report.page.Fixtures;
import dev.slipstream.results.file.ResultFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportCommandTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final PrintStream realOut = System.out;
    private final PrintStream realErr = System.err;

    @TempDir
    private Path folder;

    @BeforeEach
    void listen() {
        System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void stopListening() {
        System.setOut(realOut);
        System.setErr(realErr);
    }

    private String good() throws IOException {
        ResultFiles.write(folder, Fixtures.ordinary(), "[]");
        return Files.readString(folder.resolve("results.json"));
    }

    private Path output() {
        return folder.resolve("page.html");
    }

    private void refuses(String content, String... why) throws IOException {
        Path file = Files.writeString(folder.resolve("bad.json"), content);
        refusesFile(file, why);
    }

    private void refusesFile(Path file, String... why) {
        assertThat(Main.run("report", file.toString(), "--output", output().toString())).isEqualTo(ExitCodes.BAD_USAGE);
        String said = err.toString(StandardCharsets.UTF_8);
        assertThat(said).contains(file.toString()).contains(List.of(why)).startsWith("slipstream: ");
        assertThat(said.lines()).hasSize(1);
        assertThat(output()).doesNotExist();
    }

    @Test
    void makesAPageOfAFileOrAFolder() throws IOException {
        good();
        Path other = Files.createDirectory(folder.resolve("other"));
        ResultFiles.write(other, Fixtures.third(), "[]");
        Path markdown = folder.resolve("page.md");
        assertThat(Main.run("report", other.toString(), folder.resolve("results.json").toString(),
                "--output", output().toString(), "--markdown", markdown.toString())).isEqualTo(ExitCodes.DONE);
        assertThat(output()).content().startsWith("<!DOCTYPE html>").contains("on 2 machines");
        assertThat(markdown).content().contains("## ").contains("pinning");
        assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("A: ").contains("\nB: ")
                .contains("results.json, AMD EPYC 7B13, 2 cores: 13 hold, 2 refuted, 2 undecided").contains(output().toString());
    }

    @Test
    void refusesTheSameRunTwice() throws IOException {
        good();
        assertThat(
                Main.run("report", folder.toString(), folder.resolve("results.json").toString(), "--output", output().toString()))
                .isEqualTo(ExitCodes.BAD_USAGE);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .isEqualTo("slipstream: " + folder + " and " + folder.resolve("results.json") + " are the same run\n");
        assertThat(output()).doesNotExist();
    }

    @Test
    void refusesARecording() throws IOException {
        Path file = Files.write(folder.resolve("desk.jfr"), new byte[] {'F', 'L', 'R', 0, 0, 2, (byte) 0xff, (byte) 0xfe});
        refusesFile(file, "is a flight recording, not the results of a proof; the command diagnose reads recordings");
    }

    @Test
    void refusesWhatIsNotThere() {
        refusesFile(folder.resolve("none.json"), "does not exist");
    }

    @Test
    void refusesAFolderWithoutResults() {
        refusesFile(folder, "does not exist");
    }

    @Test
    void refusesNothing() throws IOException {
        refuses("", "not a results file");
        assertThat(Main.run("report")).isEqualTo(ExitCodes.BAD_USAGE);
    }

    @Test
    void refusesWhatIsNoJson() throws IOException {
        refuses("<html>", "not a results file");
    }

    @Test
    void refusesOtherJson() throws IOException {
        refuses("[1, 2]", "not a results file");
    }

    @Test
    void refusesAnotherSchema() throws IOException {
        refuses(good().replace("slipstream-results", "somebody-elses"), "somebody-elses", "reads slipstream-results version 4");
    }

    @Test
    void refusesAnotherVersion() throws IOException {
        refuses(good().replace("\"schemaVersion\":4", "\"schemaVersion\":2"), "version 2", "reads slipstream-results version 4");
    }

    @Test
    void refusesHalfAFile() throws IOException {
        String whole = good();
        refuses(whole.substring(0, whole.length() / 2), "damaged");
    }

    @Test
    void refusesHoles() throws IOException {
        refuses(good().replaceFirst("\"verdict\":\"holds\"", "\"verdict\":null"), "ClaimResult.verdict");
    }

    @Test
    void refusesUnknownWords() throws IOException {
        refuses(good().replaceFirst("\"verdict\":\"holds\"", "\"verdict\":\"perhaps\""), "ClaimResult.verdict");
    }

    @Test
    void refusesTextForLists() throws IOException {
        refuses(good().replaceFirst("\"warnings\":\\[[^]]*]", "\"warnings\":\"none\""), "damaged");
    }

    @Test
    void refusesWhatIsTooLarge() throws IOException {
        Path file = folder.resolve("large.json");
        try (RandomAccessFile large = new RandomAccessFile(file.toFile(), "rw")) {
            large.setLength((64L << 20) + 1);
        }
        refusesFile(file, "larger");
    }

    @Test
    void neverWritesOverResults() throws IOException {
        String results = good();
        Path file = folder.resolve("results.json");
        for (List<Path> outputs : List.of(List.of(file, output()), List.of(output(), file))) {
            assertThat(Main.run("report", folder.toString(), "--output", outputs.getFirst().toString(),
                    "--markdown", outputs.getLast().toString())).isEqualTo(ExitCodes.BAD_USAGE);
            assertThat(err.toString(StandardCharsets.UTF_8)).contains("holds the results");
        }
        assertThat(file).content().isEqualTo(results);
    }

    @Test
    void saysWhereItCannotWrite() throws IOException {
        good();
        Path nowhere = folder.resolve("none/page.html");
        assertThat(Main.run("report", folder.toString(), "--output", nowhere.toString())).isEqualTo(ExitCodes.BAD_USAGE);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("cannot write " + nowhere);
    }
}
