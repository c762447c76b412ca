package dev.slipstream.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.cli.process.Folders;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Running;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks the shell scripts, and the workflows of CI. */
class ScriptsTest {
    private static final Path WORKFLOW = ForkedJvm.ROOT.resolve(".github/workflows/ci.yml");

    @TempDir
    private Path folder;

    private static List<Path> scripts() throws IOException {
        List<Path> scripts = new ArrayList<>();
        for (Path file : Folders.files(ForkedJvm.ROOT, file -> !file.toString().matches(".*/(target|\\.git)/.*"))) {
            if (file.toString().endsWith(".sh") || (Files.isExecutable(file) && firstLine(file).matches("#!.*\\b(ba)?sh"))) {
                scripts.add(file);
            }
        }
        return scripts;
    }

    /** Every byte is a character of this encoding. */
    private static String firstLine(Path file) throws IOException {
        try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            String line = reader.readLine();
            return line == null ? "" : line;
        }
    }

    private static String check(int code, String tool, List<Path> files) throws Exception {
        List<String> command = new ArrayList<>(List.of(ForkedJvm.ROOT.resolve("tools").resolve(tool).toString()));
        files.forEach(file -> command.add(file.toString()));
        Ended ended = Running.start(new ProcessBuilder(command)).end();
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(code);
        return ended.out();
    }

    @Test
    void shellScriptsHaveNoFault() throws Exception {
        List<Path> scripts = scripts();
        assertThat(scripts.stream().map(script -> ForkedJvm.ROOT.relativize(script).toString()))
                .contains("slipstream", ".ci/run", "examples/run", "tools/setup.sh", "tools/soak");
        check(0, "shellcheck", scripts);
    }

    @Test
    void aFaultOfAShellScriptIsFound() throws Exception {
        Path broken = Files.writeString(folder.resolve("broken.sh"), "#!/usr/bin/env bash\nrm -r $1\n");
        assertThat(check(1, "shellcheck", List.of(broken))).contains("SC2086");
    }

    /** The checker has to be compiled. */
    @Tag("long")
    @Test
    void theWorkflowHasNoFault() throws Exception {
        check(0, "actionlint", List.of(WORKFLOW));
    }

    @Tag("long")
    @Test
    void aFaultOfAWorkflowIsFound() throws Exception {
        String right = Files.readString(WORKFLOW);
        assertThat(right).contains("runs-on: ", "run: ./slipstream test $");
        Path broken = Files.writeString(folder.resolve("broken.yml"), right.replace("runs-on: ", "runs-one: ")
                .replace("run: ./slipstream test $", "run: cd $HOME && ./slipstream test $"));
        assertThat(check(1, "actionlint", List.of(broken))).contains("runs-one", "SC2086");
    }
}
