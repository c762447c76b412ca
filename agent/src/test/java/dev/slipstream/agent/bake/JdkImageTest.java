package dev.slipstream.agent.bake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.testkit.TestJdk;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of images: what the JVM would read otherwise than the list of locations says is refused. */
class JdkImageTest {
    private static final int HEADER_BYTES = 28;
    private static final int LENGTH_AT = 16;
    private static final String OBJECT = "/java.base/java/lang/Object.class";

    @TempDir
    private Path folder;
    private Path modules;

    @BeforeEach
    void copy() throws IOException {
        modules = Files.copy(TestJdk.current().home().resolve("lib/modules"), folder.resolve("modules"));
        Files.setPosixFilePermissions(modules, PosixFilePermissions.fromString("rw-r--r--"));
    }

    /** Changes some bytes, tries to open the image, and changes them back. */
    private void refuses(long place, byte[] bytes, String why) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(modules.toFile(), "rw")) {
            byte[] before = new byte[bytes.length];
            file.seek(place);
            file.readFully(before);
            file.seek(place);
            file.write(bytes);
            assertThatThrownBy(() -> JdkImage.open(modules)).isInstanceOf(IOException.class).hasMessageContaining(why);
            file.seek(place);
            file.write(before);
        }
        JdkImage.open(modules).close();
    }

    private static byte[] bytes(int... values) {
        ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES * values.length).order(ByteOrder.LITTLE_ENDIAN);
        for (int each : values) {
            bytes.putInt(each);
        }
        return bytes.array();
    }

    @Test
    void readsOnlyWhatTheJvmReads() throws IOException {
        ByteBuffer index;
        try (RandomAccessFile file = new RandomAccessFile(modules.toFile(), "r")) {
            byte[] bytes = new byte[1 << 23];
            file.readFully(bytes);
            index = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        }
        int length = index.getInt(LENGTH_AT);
        int places = HEADER_BYTES + Integer.BYTES * length;
        int first = index.getInt(places);
        int second = index.getInt(places + Integer.BYTES);
        refuses(places, bytes(second, first), "its table leads the JVM past an entry of ");
        refuses(places, bytes(second), "its table leads the JVM past an entry of ");
        refuses(places, bytes(-1), "its table is damaged");
        int redirect = HEADER_BYTES;
        while (index.getInt(redirect) == 0) {
            redirect += Integer.BYTES;
        }
        refuses(redirect, bytes(0), "its table leads the JVM past an entry of ");
        refuses(redirect, bytes(Integer.MIN_VALUE), "its table leads the JVM past an entry of ");

        int location = places + Integer.BYTES * length + first;
        int end = location;
        while (index.get(end) != 0) {
            boolean isOffset = (index.get(end) & 0xff) >> 3 == 5;
            int last = end + (index.get(end) & 7) + 1;
            if (isOffset) {
                refuses(last, new byte[] {(byte) (index.get(last) + 1)}, "its contents overlap or leave a gap, at ");
            }
            end = last + 1;
        }
        // A list that the JVM's reader in Java ends here, and that in C++ does not.
        refuses(end, new byte[] {1}, "its table is damaged");
    }

    @Test
    void refusesBytesAfterTheContents() throws IOException {
        try (OutputStream file = Files.newOutputStream(modules, StandardOpenOption.APPEND)) {
            file.write(0);
        }
        assertThatThrownBy(() -> JdkImage.open(modules)).isInstanceOf(IOException.class)
                .hasMessageContaining(" bytes after its contents");
    }

    /** A written image opens, which checks it; an image without changes has the same contents in the same order. */
    @Test
    void writesWhatItReads() throws IOException {
        Path written = folder.resolve("written");
        byte[] object;
        try (JdkImage image = JdkImage.open(modules)) {
            object = image.resource(OBJECT);
            image.put("/java.base/java/lang/Added.class", new byte[] {1, 2, 3});
            image.put("/java.base/java/lang/Thread.class", new byte[] {4, 5});
            write(image, written);
        }
        try (JdkImage image = JdkImage.open(written)) {
            assertThat(image.resource("/java.base/java/lang/Added.class")).containsExactly(1, 2, 3);
            assertThat(image.resource("/java.base/java/lang/Thread.class")).containsExactly(4, 5);
            assertThat(image.resource(OBJECT)).isEqualTo(object);
            assertThat(image.resource("/java.base/java/lang/Missing.class")).isNull();
            write(image, folder.resolve("again"));
        }
        assertThat(Files.mismatch(written, folder.resolve("again"))).isNegative();
    }

    private static void write(JdkImage image, Path to) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(to))) {
            image.write(out);
        }
    }
}
