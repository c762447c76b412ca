package dev.slipstream.cli.diagnose.source;

import dev.slipstream.cli.process.JvmProcess;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * A folder of a process that lacks this process's rights. It is opened once, step by step from the root of the process's file
 * system, without following links. All later operations use the open folder, so changes of its path do not matter.
 */
final class ForeignFolder implements AutoCloseable {
    private final SecureDirectoryStream<Path> folder;

    private ForeignFolder(SecureDirectoryStream<Path> folder) {
        this.folder = folder;
    }

    /**
     * Opens a folder.
     *
     * @param path the absolute path in the process
     * @throws IOException if there is no such folder, or the path contains a link
     */
    static ForeignFolder open(JvmProcess process, String path) throws IOException {
        SecureDirectoryStream<Path> folder = secure(Files.newDirectoryStream(process.root()));
        for (Path step : Path.of("/").relativize(Path.of(path).normalize())) {
            if (!step.toString().isEmpty()) {
                SecureDirectoryStream<Path> above = folder;
                try (above) {
                    folder = secure(above.newDirectoryStream(step, LinkOption.NOFOLLOW_LINKS));
                } catch (IOException e) {
                    throw new IOException("cannot open " + path + " without following links", e);
                }
            }
        }
        return new ForeignFolder(folder);
    }

    private static SecureDirectoryStream<Path> secure(DirectoryStream<Path> stream) throws IOException {
        if (stream instanceof SecureDirectoryStream<Path> secure) {
            return secure;
        }
        stream.close();
        throw new IOException("this system cannot open folders without following links");
    }

    /** Writes a new file, readable by all users, since the process is another user's. */
    void write(String name, String text) throws IOException {
        try (SeekableByteChannel file = folder.newByteChannel(Path.of(name),
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r--r--")))) {
            ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
            while (bytes.hasRemaining()) {
                file.write(bytes);
            }
        }
    }

    void delete(String name) throws IOException {
        folder.deleteFile(Path.of(name));
    }

    @Override
    public void close() throws IOException {
        folder.close();
    }
}
