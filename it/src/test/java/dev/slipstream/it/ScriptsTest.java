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
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks the shell scripts, and what a forge reads: workflows, forms, the updates of dependencies. */
class ScriptsTest {
    private static final Path FORGE = ForkedJvm.ROOT.resolve(".github");
    private static final Path WORKFLOW = FORGE.resolve("workflows/ci.yml");

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
        return ended.out() + ended.err();
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
    void theWorkflowsHaveNoFault() throws Exception {
        List<Path> workflows = Folders.files(FORGE.resolve("workflows"), any -> true);
        assertThat(workflows).contains(WORKFLOW, FORGE.resolve("workflows/release.yml"), FORGE.resolve("workflows/site.yml"));
        check(0, "actionlint", workflows);
    }

    @Tag("long")
    @Test
    void aFaultOfAWorkflowIsFound() throws Exception {
        String right = Files.readString(WORKFLOW);
        assertThat(right).contains("runs-on: ", "run: ./slipstream test ${TIER:+\"$TIER\"}");
        Path broken = Files.writeString(folder.resolve("broken.yml"), right.replace("runs-on: ", "runs-one: ")
                .replace("run: ./slipstream test ${TIER:+\"$TIER\"}", "run: ./slipstream test $TIER"));
        assertThat(check(1, "actionlint", List.of(broken))).contains("runs-one", "SC2086");
    }

    @Test
    void filesOfTheForgeHaveNoFault() throws Exception {
        check(0, "forge", List.of(ForkedJvm.ROOT));
    }

    @Test
    void faultsInFilesOfTheForgeAreFound() throws Exception {
        copy("workflows/ci.yml", "@[0-9a-f]{40}", "@main");
        copy("workflows/release.yml", "with:\n +persist-credentials: false", "");
        copy("ISSUE_TEMPLATE/bug.yml", "type: textarea", "type: textfield");
        copy("ISSUE_TEMPLATE/hang.yml", "required: true", "required: yea");
        copy("ISSUE_TEMPLATE/config.yml", "blank_issues_enabled", "blank_issue_enabled");
        copy("../CITATION.cff", "license: Apache-2.0", "license: Apache");
        assertThat(check(1, "forge", List.of(folder))).contains("unpinned-uses", "artipacked", "textfield", "yea",
                "blank_issue_enabled", "'Apache'");
        copy("dependabot.yml", "interval: monthly", "interval: seldom");
        Path crash = folder.resolve(".github/ISSUE_TEMPLATE/crash.yml");
        Files.writeString(crash, Files.readString(FORGE.resolve("ISSUE_TEMPLATE/bug.yml")).replace("textarea", "textbox"));
        assertThat(check(1, "forge", List.of(folder))).contains("seldom", "textbox");
    }

    /** The workflow of a tag runs it first. */
    @Test
    void aReleaseNeedsItsVersionAndItsNotes() throws Exception {
        Path tool = Files.createDirectory(folder.resolve("tools")).resolve("release-notes");
        Files.copy(ForkedJvm.ROOT.resolve("tools/release-notes"), tool, StandardCopyOption.COPY_ATTRIBUTES);
        Files.writeString(folder.resolve("pom.xml"), "<project>\n  <version>1.2.3</version>\n");
        Path changes = folder.resolve("CHANGELOG.md");
        Files.writeString(changes, "# Changelog\n\n## 1.2.3 (2026-12-01)\n- New.\n\n## 1.2.2 (2026-11-01)\n- Old.\n");
        assertThat(notes(0, tool, "1.2.3")).isEqualTo("- New.\n");
        assertThat(notes(1, tool, "1.2.2")).contains("1.2.3");
        Files.writeString(changes, "# Changelog\n\n## 1.2.3 (unreleased)\n- New.\n");
        assertThat(notes(1, tool, "1.2.3")).contains("unreleased");
        Files.writeString(changes, "# Changelog\n\n## 1.2.30 (2026-12-01)\n- New.\n");
        assertThat(notes(1, tool, "1.2.3")).contains("no section");
    }

    private static String notes(int code, Path tool, String version) throws Exception {
        Ended ended = Running.start(new ProcessBuilder(tool.toString(), version)).end();
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(code);
        return ended.out() + ended.err();
    }

    private void copy(String file, String right, String wrong) throws IOException {
        String text = Files.readString(FORGE.resolve(file));
        assertThat(text).containsPattern(right);
        Path copy = folder.resolve(".github").resolve(file).normalize();
        Files.createDirectories(folder.resolve(".github/workflows"));
        Files.createDirectories(folder.resolve(".github/ISSUE_TEMPLATE"));
        Files.writeString(copy, text.replaceFirst(right, wrong));
    }

    /** Each folder with versions of others' code is one that Dependabot looks at; those of examples by a pattern. */
    @Test
    void allVersionsAreKeptUpToDate() throws IOException {
        String updates = Files.readString(FORGE.resolve("dependabot.yml"));
        for (Path file : Folders.files(ForkedJvm.ROOT,
                file -> file.toString().matches("(?!.*/target/).*/(go\\.mod|[\\w.]*Dockerfile|tools/python/.*\\.in)"))) {
            assertThat(updates).contains("'/" + ForkedJvm.ROOT.relativize(file.getParent()) + "'");
        }
    }
}
