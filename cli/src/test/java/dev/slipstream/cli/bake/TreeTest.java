package dev.slipstream.cli.bake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of links: those that stay inside, and those that lead out. */
class TreeTest {
    @TempDir
    private Path folder;
    private Path home;
    private Path etc;

    @BeforeEach
    void make() throws IOException {
        Path real = folder.toRealPath();
        home = Files.createDirectories(real.resolve("jvm/jdk/lib")).getParent();
        etc = Files.createDirectories(real.resolve("etc/java"));
        Files.createFile(home.resolve("lib/jvm.cfg"));
        Files.createFile(etc.resolve("net.properties"));
    }

    private Path link(String name, String target) throws IOException {
        return Files.createSymbolicLink(home.resolve(name), Path.of(target));
    }

    private void keeps(String name, String target, boolean leadsOut, String expected) throws IOException {
        Path link = link(name, target);
        assertThat(Tree.leadsOut(home, link)).isEqualTo(leadsOut);
        assertThat(Tree.target(home, link)).isEqualTo(Path.of(expected));
    }

    @Test
    void aLinkLeadsToTheSamePlaceInACopy() throws IOException {
        keeps("lib/inside", "jvm.cfg", false, "jvm.cfg");
        keeps("lib/up", "../lib/jvm.cfg", false, "../lib/jvm.cfg");
        keeps("lib/absolute", home + "/lib/jvm.cfg", false, "jvm.cfg");
        keeps("lib/itself", ".", false, ".");
        keeps("lib/out", etc + "/net.properties", true, etc + "/net.properties");
        keeps("lib/relative", "../../../etc/java/net.properties", true, etc + "/net.properties");
        keeps("lib/hidden", "../lib/../../other", true, home + "/lib/../../other");
        keeps("lib/nowhere", "../../missing", true, home.getParent() + "/missing");
        keeps("lib/parent", "../..", true, home.getParent().toString());
        keeps("lib/top", "../../../../../../../../../../../../../../../../../../etc", true, "/etc");
    }

    @Test
    void linksAreFollowedWhereAsked() throws IOException {
        Files.createSymbolicLink(etc.resolve("again"), Path.of("net.properties"));
        Path conf = link("conf", etc.toString());
        link("docs", "/missing");
        assertThat(Tree.of(home, none -> false).keySet()).containsExactly("", "conf", "docs", "lib", "lib/jvm.cfg");
        assertThat(Tree.of(home, all -> true).keySet())
                .containsExactly("", "conf", "conf/again", "conf/net.properties", "docs", "lib", "lib/jvm.cfg");
        assertThat(Tree.of(home, conf::equals).get("conf/again").isFile()).isTrue();
        assertThat(Tree.of(home, conf::equals).get("docs").isLink()).isTrue();
    }

    @Test
    void aLoopIsOneOnlyIfItIsFollowed() throws IOException {
        link("lib/loop", ".");
        assertThat(Tree.of(home, none -> false).get("lib/loop").isLink()).isTrue();
        Files.createSymbolicLink(etc.resolve("loop"), etc);
        link("conf", etc.toString());
        assertThatThrownBy(() -> Tree.of(home, all -> true)).isInstanceOf(FileSystemLoopException.class);
    }
}
