package dev.slipstream.cli.process;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * A jar that a JVM loads. If the JVM's container lacks it, or its user may not read it, it gets a copy in its folder for temporary files,
 * which is deleted after the load: the JVM keeps the file open.
 */
final class LentJar implements AutoCloseable {
    private static final String FOLDER = "/tmp";
    private static final SecureRandom RANDOM = new SecureRandom();

    private final JvmProcess process;
    private final String path;
    private final boolean copied;

    private LentJar(JvmProcess process, String path, boolean copied) {
        this.process = process;
        this.path = path;
        this.copied = copied;
    }

    /**
     * Makes a jar readable by a JVM.
     *
     * @param process the JVM's process
     * @param jar the jar, as a path in this process
     * @return the jar; to be closed when the JVM has loaded it
     * @throws IOException if it cannot be read, or copied
     */
    static LentJar to(JvmProcess process, Path jar) throws IOException {
        if (process.hasOurRights() || (process.hasOurFiles() && process.reads(jar))) {
            return new LentJar(process, jar.toString(), false);
        }
        String name = "slipstream-" + HexFormat.of().toHexDigits(RANDOM.nextLong()) + ".jar";
        LentJar lent = new LentJar(process, FOLDER + "/" + name, true);
        try (ProcessFolder folder = ProcessFolder.open(process, FOLDER)) {
            try {
                folder.write(name, ByteBuffer.wrap(Files.readAllBytes(jar)));
            } catch (IOException e) {
                folder.delete(name);
                throw new IOException("slipstream.jar cannot be copied to where it can be read: " + e.getMessage(), e);
            }
        }
        return lent;
    }

    /** Returns the jar's absolute path in the JVM's process. */
    String path() {
        return path;
    }

    /**
     * Deletes the copy, if there is one.
     *
     * @throws IOException if it cannot be deleted
     */
    @Override
    public void close() throws IOException {
        if (copied) {
            try (ProcessFolder folder = ProcessFolder.open(process, FOLDER)) {
                folder.delete(path.substring(FOLDER.length() + 1));
            }
        }
    }
}
