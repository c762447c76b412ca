package dev.slipstream.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.cli.exit.ExitCodes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is refused; the packaged jar's tests run the rest. */
class DiagnoseCommandTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final PrintStream realErr = System.err;

    @TempDir
    private Path folder;

    @BeforeEach
    void listen() {
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void stopListening() {
        System.setErr(realErr);
    }

    private void refuses(int exitCode, String why, String... args) {
        err.reset();
        String[] all = new String[args.length + 1];
        all[0] = "diagnose";
        System.arraycopy(args, 0, all, 1, args.length);
        assertThat(Main.run(all)).isEqualTo(exitCode);
        assertThat(err.toString(StandardCharsets.UTF_8)).startsWith("slipstream: ").contains(why).hasLineCount(1);
    }

    @Test
    void refusesBadUsage() {
        refuses(ExitCodes.BAD_USAGE, "What is to be diagnosed?");
        refuses(ExitCodes.BAD_USAGE, "What is to be diagnosed?", "--");
        refuses(ExitCodes.BAD_USAGE, "is no time", "--for", "soon", "1");
        refuses(ExitCodes.BAD_USAGE, "between 1s and 24h", "--for", "0s", "1");
        refuses(ExitCodes.BAD_USAGE, "diagnosed one by one", "1", "2");
        refuses(ExitCodes.BAD_USAGE, "diagnosed one by one", "1", "a.jfr");
        refuses(ExitCodes.BAD_USAGE, "as long as it is", "--for", "3s", "a.jfr");
        refuses(ExitCodes.BAD_USAGE, "as long as it is", "--watch", "a.jfr");
        refuses(ExitCodes.BAD_USAGE, "for people to read", "--watch", "--json", "1");
        refuses(ExitCodes.BAD_USAGE, "for people to read", "--watch", "--", "java");
        refuses(ExitCodes.BAD_USAGE, "alone", "1", "--", "java");
        refuses(ExitCodes.BAD_USAGE, "cannot be written", "--html", folder.resolve("no/page.html").toString(), "1");
        refuses(ExitCodes.BAD_USAGE, "--xml", "--xml", "1");
    }

    @Test
    void refusesWhatIsNotThere() {
        refuses(ExitCodes.NOTHING_DONE, "there is no process 99999999", "99999999");
        refuses(ExitCodes.BAD_USAGE, "no JVM of yours runs 'org.example.None'", "org.example.None");
        refuses(ExitCodes.BAD_USAGE, "none.jfr cannot be read: it does not exist", folder.resolve("none.jfr").toString());
        refuses(ExitCodes.BAD_USAGE, "cannot start", "--", folder.resolve("none").toString());
    }

    @Test
    void refusesFilesThatAreNoRecordings() throws IOException {
        Path text = Files.writeString(folder.resolve("text"), "FLR");
        refuses(ExitCodes.BAD_USAGE, text + " cannot be read: it is no flight recording", text.toString());
        refuses(ExitCodes.BAD_USAGE, "it is a folder", folder.toString());
    }
}
