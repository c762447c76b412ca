package dev.slipstream.agent.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of the jars that an installation has beside the outer jar. */
class NestedJarsTest {
    private static final String NESTED = "META-INF/slipstream/cli/part.jar";

    @TempDir
    private Path folder;

    private Path outer;
    private Path installed;
    private int opened;

    @BeforeEach
    void install() throws IOException {
        installed = Files.createDirectories(folder.resolve("share/cli")).resolve("part.jar");
        Files.writeString(installed, "a part");
        Files.setPosixFilePermissions(installed.getParent(), PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setPosixFilePermissions(installed, PosixFilePermissions.fromString("rw-r--r--"));
        outer = folder.resolve("share/slipstream.jar");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(outer))) {
            put(zip, NESTED, "a part");
            put(zip, NESTED + ".sha256", Cache.hash(installed));
        }
    }

    private static void put(ZipOutputStream zip, String name, String content) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(content.getBytes(StandardCharsets.US_ASCII));
    }

    private Path found() throws IOException {
        NestedJars nested = new NestedJars(outer, () -> {
            opened++;
            return Cache.open(Files.createDirectories(folder.resolve("cache")));
        });
        return nested.files(outer).get(0);
    }

    @Test
    void nothingIsUnpackedWhereTheyAreInstalled() throws IOException {
        assertThat(found()).isEqualTo(installed.toRealPath());
        assertThat(opened).isZero();
    }

    @Test
    void isFoundByALinkToTheOuterJar() throws IOException {
        outer = Files.createSymbolicLink(folder.resolve("link.jar"), outer);
        assertThat(found()).isEqualTo(installed.toRealPath());
    }

    @Test
    void anotherFileIsNotUsed() throws IOException {
        Files.writeString(installed, "other");
        isUnpacked();
        Files.delete(installed);
        isUnpacked();
        Files.createSymbolicLink(installed, Files.writeString(folder.resolve("elsewhere"), "a part"));
        isUnpacked();
    }

    @Test
    void aFileThatOthersMayChangeIsNotUsed() throws IOException {
        Files.setPosixFilePermissions(installed, PosixFilePermissions.fromString("rw-rw-r--"));
        isUnpacked();
        Files.setPosixFilePermissions(installed, PosixFilePermissions.fromString("rw-r--r--"));
        Files.setPosixFilePermissions(installed.getParent(), PosixFilePermissions.fromString("rwxrwxrwx"));
        isUnpacked();
    }

    private void isUnpacked() throws IOException {
        assertThat(found()).startsWith(folder.resolve("cache").toRealPath()).content().isEqualTo("a part");
    }
}
