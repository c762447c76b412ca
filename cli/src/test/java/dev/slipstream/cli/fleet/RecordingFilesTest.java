package dev.slipstream.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingFilesTest {
    @TempDir
    private Path folder;

    private Path file(String name) throws Exception {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.createFile(file);
    }

    private static RecordingFiles of(Object... targets) {
        return RecordingFiles.of(List.of(targets).stream().map(Object::toString).toList());
    }

    @Test
    void aFolderHasThoseBelow() throws Exception {
        Path one = file("all/a/one.jfr");
        Path two = file("all/b.jfr/two.jfr");
        file("all/a/notes.txt");
        Path gone = Files.createSymbolicLink(folder.resolve("all/gone.jfr"), folder.resolve("nothing"));
        assertThat(of(folder.resolve("all")).files()).containsExactly(one, two, gone);
        assertThat(of(folder.resolve("all/a/../b.jfr"), one).files()).containsExactly(one, two);
        assertThat(of(folder.resolve("all/a/notes.txt")).files()).hasSize(1);
        assertThat(of(Files.createDirectory(folder.resolve("empty"))).isEmpty()).isTrue();
    }

    /** Rules for names see the path that the user has named. */
    @Test
    void linksKeepTheirNames() throws Exception {
        Path one = file("store/1.jfr");
        Path latest = Files.createDirectory(folder.resolve("svc-a")).resolve("latest.jfr");
        Files.createSymbolicLink(latest, one);
        assertThat(of(latest).files()).containsExactly(latest);
        Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("svc-a"));
        assertThat(of(link).files()).containsExactly(link.resolve("latest.jfr"));
        // The parent of the link's target is not that of the link.
        Path beside = Files.createSymbolicLink(file("x/y/z.jfr").resolveSibling("store"), folder.resolve("store"));
        Path detour = beside.resolve("../svc-a/latest.jfr");
        assertThat(of(detour).files()).containsExactly(detour);
    }

    @Test
    void aGlobMayBeginInAnyFolder() throws Exception {
        for (String odd : List.of("gg[1]", "hh{b", "a*b", "q?", "back\\slash", "new\nline", "}")) {
            Path one = file(odd + "/s/one.jfr");
            file(odd + "/s/two.jfr");
            assertThat(of(folder + "/" + odd).files()).as(odd).hasSize(2);
            if (odd.matches("[^*?\\[{\\\\]*")) {
                assertThat(of(folder + "/" + odd + "/*/o*.jfr").files()).as(odd).containsExactly(one);
            }
        }
        assertThat(of(folder + "/gg\\[1\\]/*/o*.jfr").files()).hasSize(1);
        assertThat(of(folder + "/{gg,hh}*").files()).as("folders that match").hasSize(4);
        assertThat(of(folder + "/*/s/{one,two}.jfr").files()).hasSize(14);
        assertThatThrownBy(() -> of(folder + "/{gg")).isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(folder + "/{gg is no glob: ").hasMessageNotContaining("\n");
    }

    /** One with a path that is too long for the system, which no user may read. */
    @Test
    void anUnreadableFolderIsSaid() throws Exception {
        Path one = file("all/one.jfr");
        Path deep = Path.of(("d".repeat(200) + "/").repeat(11));
        Path outer = Files.createDirectories(one.resolveSibling(deep));
        Path inner = Files.createDirectories(folder.resolve(deep));
        Files.createFile(inner.resolve("hidden.jfr"));
        Files.move(folder.resolve(deep.getName(0)), outer.resolve("inner"));
        try {
            RecordingFiles found = of(folder.resolve("all"));
            assertThat(found.files()).containsExactly(one);
            assertThat(found.refused()).hasSize(1);
            assertThat(found.refused().values().iterator().next()).startsWith("it cannot be read: ")
                    .contains("File name too long");
        } finally {
            assertThat(
                    new ProcessBuilder("rm", "-r", one.resolveSibling(deep.getName(0)).toString()).inheritIO().start().waitFor())
                    .isZero();
        }
    }

    @Test
    void refusesWhatIsNotThere() {
        assertThatThrownBy(() -> of(folder.resolve("missing"))).isInstanceOf(IllegalArgumentException.class)
                .hasMessage(folder + "/missing does not exist");
        assertThatThrownBy(() -> of("nul\0")).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("is no path");
    }
}
