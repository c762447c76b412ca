package dev.slipstream.cli.process;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileOwnerAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Arrays;
import java.util.Set;

/**
 * A folder of a process, opened once. All later operations use the open folder, so changes of its path do not matter, and follow no
 * link in it. If the process lacks this process's rights, the path is opened step by step from the root of the process's file system,
 * without following links either.
 */
public final class ProcessFolder implements AutoCloseable {
    private static final String OURS = "rw-------";

    /** For a process of another user. */
    private static final String READABLE = "rw-r--r--";

    private final SecureDirectoryStream<Path> folder;
    private final String permissions;

    private ProcessFolder(SecureDirectoryStream<Path> folder, String permissions) {
        this.folder = folder;
        this.permissions = permissions;
    }

    /**
     * Opens a folder.
     *
     * @param process the process
     * @param path the absolute path in the process
     * @return the folder
     * @throws IOException if there is no such folder, or the path contains a link that may not be followed
     */
    public static ProcessFolder open(JvmProcess process, String path) throws IOException {
        if (process.hasOurRights()) {
            return new ProcessFolder(secure(process.file(path)), OURS);
        }
        SecureDirectoryStream<Path> folder = secure(process.root());
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
        return new ProcessFolder(folder, READABLE);
    }

    /**
     * Opens the current folder of a process.
     *
     * @param process the process
     * @return the folder
     * @throws IOException if it cannot be opened
     */
    static ProcessFolder current(JvmProcess process) throws IOException {
        return new ProcessFolder(secure(process.currentFolder()), OURS);
    }

    @SuppressWarnings("StreamResourceLeak")
    private static SecureDirectoryStream<Path> secure(Path folder) throws IOException {
        return secure(Files.newDirectoryStream(folder));
    }

    private static SecureDirectoryStream<Path> secure(DirectoryStream<Path> stream) throws IOException {
        if (stream instanceof SecureDirectoryStream<Path> secure) {
            return secure;
        }
        stream.close();
        throw new IOException("this system cannot open folders without following links");
    }

    /**
     * Writes a new file, which the process can read.
     *
     * @param name the file's name
     * @param bytes its content
     * @throws IOException if there is such a file, or it cannot be written
     */
    public void write(String name, ByteBuffer bytes) throws IOException {
        try (SeekableByteChannel file = folder.newByteChannel(Path.of(name),
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions)))) {
            while (bytes.hasRemaining()) {
                file.write(bytes);
            }
        }
    }

    /**
     * Reads a file that the process has written.
     *
     * @param name the file's name
     * @param most the maximum size in bytes
     * @return its content
     * @throws IOException if it is no regular file, or larger
     */
    public String read(String name, int most) throws IOException {
        // HAZARD: for reading alone, a pipe that has taken the file's place by then would never be opened.
        return new String(bytes(name, most, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)),
                StandardCharsets.UTF_8);
    }

    /** As {@link #read}, for a file that the process has not just written, and that is no text. */
    byte[] bytes(String name, int most) throws IOException {
        return bytes(name, most, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
    }

    private byte[] bytes(String name, int most, Set<? extends OpenOption> options) throws IOException {
        BasicFileAttributes attributes = attributes(name);
        // A pipe would never end.
        if (!attributes.isRegularFile() || attributes.size() > most) {
            throw new IOException(
                    name + (attributes.isRegularFile() ? " is larger than " + (most >> 20) + " MB" : " is no file"));
        }
        try (SeekableByteChannel file = folder.newByteChannel(Path.of(name), options)) {
            if (file.size() < attributes.size()) {
                throw new IOException(name + " has changed meanwhile");
            }
            ByteBuffer bytes = ByteBuffer.allocate((int) attributes.size());
            while (bytes.hasRemaining() && file.read(bytes) >= 0) {
                continue;
            }
            return Arrays.copyOf(bytes.array(), bytes.position());
        }
    }

    private BasicFileAttributes attributes(String name) throws IOException {
        return folder.getFileAttributeView(Path.of(name), BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .readAttributes();
    }

    /**
     * Empties a file that the process writes, if it is too large, so that the file system does not become full.
     *
     * @param name the file's name
     * @param most the maximum size in bytes
     * @throws IOException if it cannot be inspected
     */
    public void limit(String name, int most) throws IOException {
        try {
            if (attributes(name).size() > most) {
                folder.newByteChannel(Path.of(name), Set.of(StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING,
                        LinkOption.NOFOLLOW_LINKS)).close();
            }
        } catch (NoSuchFileException missing) {
            return;
        }
    }

    /** Returns whether a file belongs to one of two users. */
    boolean isOf(String name, UserPrincipal one, UserPrincipal other) throws IOException {
        UserPrincipal owner = folder.getFileAttributeView(Path.of(name), FileOwnerAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .getOwner();
        return owner.equals(one) || owner.equals(other);
    }

    /**
     * Deletes a file, if it is there.
     *
     * @param name the file's name
     * @throws IOException if it cannot be deleted
     */
    public void delete(String name) throws IOException {
        try {
            folder.deleteFile(Path.of(name));
        } catch (NoSuchFileException none) {
            return;
        }
    }

    @Override
    public void close() throws IOException {
        folder.close();
    }
}
