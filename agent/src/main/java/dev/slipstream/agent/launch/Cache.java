package dev.slipstream.agent.launch;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * Cache folder for the command line's unpacked jars, one set per build. The jars run with the calling user's rights. Therefore only
 * that user may be able to write to the folder, and each file must have the hash recorded in the outer jar.
 */
final class Cache {
    private static final String HASH = ".sha256";
    private static final int SHOWN_OF_A_HASH = 16;
    private static final int STICKY = 01000;
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final int EFFECTIVE = 2;

    private final Path folder;

    /** Whether the files are removed when the JVM ends. */
    private final boolean isTemporary;

    private Cache(Path folder, boolean isTemporary) {
        this.folder = folder;
        this.isTemporary = isTemporary;
    }

    /**
     * Opens the cache below the user's cache folder. If this user has none, cannot write there, as in a container, or others could, uses a
     * temporary folder that is removed when the JVM ends.
     *
     * @param base null if the user has none
     * @throws IOException if no folder can be used; the message is for the user
     */
    static Cache open(@Nullable Path base) throws IOException {
        String why = "the environment names no folder for it";
        if (base != null) {
            Path folder = base.resolve("slipstream").resolve("cli");
            why = "others may write to " + folder;
            try {
                if (isOurs(base, folder)) {
                    return new Cache(folder, false);
                }
            } catch (FileSystemException notWritable) {
                why = folder + " cannot be written";
            }
        }
        Path temporary;
        try {
            temporary = Files.createTempDirectory("slipstream-cli");
        } catch (IOException e) {
            throw new IOException(
                    why + ", and the temporary folder " + System.getProperty("java.io.tmpdir") + " cannot be written", e);
        }
        temporary.toFile().deleteOnExit();
        System.err.println("slipstream: " + why + ", so the command line is unpacked anew, into "
                + temporary + "; XDG_CACHE_HOME names a folder to keep it in");
        return new Cache(temporary, true);
    }

    /** Creates missing folders with access for this user alone, and checks each step of the path. */
    private static boolean isOurs(Path base, Path folder) throws IOException {
        Object user = user();
        Files.createDirectories(base);
        Path each = base;
        for (Path step : base.relativize(folder)) {
            if (!isSafe(each, user)) {
                return false;
            }
            each = each.resolve(step);
            if (!Files.exists(each, LinkOption.NOFOLLOW_LINKS)) {
                Files.createDirectory(each, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            }
        }
        if (!Files.isWritable(each)) {
            throw new FileSystemException(each.toString());
        }
        return isSafe(each, user) && user.equals(Files.getAttribute(each, "unix:uid"));
    }

    /** Returns the user's number. Asks Linux where it can: the folder for temporary files may be full, or for reading only. */
    private static Object user() throws IOException {
        if (Files.isReadable(STATUS)) {
            return Files.readAllLines(STATUS, StandardCharsets.ISO_8859_1).stream().filter(line -> line.startsWith("Uid:"))
                    .map(line -> Integer.valueOf(line.split("\\s+")[EFFECTIVE])).findFirst().orElseThrow();
        }
        Path own = Files.createTempFile("slipstream", ".tmp");
        try {
            return Files.getAttribute(own, "unix:uid");
        } finally {
            Files.delete(own);
        }
    }

    /** Tells whether only this user and the superuser can replace the folder's entries. */
    private static boolean isSafe(Path folder, Object user) throws IOException {
        Object owner = Files.getAttribute(folder, "unix:uid");
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(folder);
        boolean others = permissions.contains(PosixFilePermission.GROUP_WRITE)
                || permissions.contains(PosixFilePermission.OTHERS_WRITE);
        return (owner.equals(user) || owner.equals(0))
                && (!others || ((Integer) Files.getAttribute(folder, "unix:mode") & STICKY) != 0);
    }

    /**
     * Unpacks a jar, unless it is present with the right hash. Moves it into place atomically, since other processes of this user
     * may unpack or read it at the same time.
     *
     * @throws IOException if the file cannot be written, or the outer jar is damaged
     */
    Path unpack(ZipFile zip, ZipEntry entry) throws IOException {
        String name = entry.getName().substring(entry.getName().lastIndexOf('/') + 1);
        String hash = hashOf(zip, entry);
        Path own = folder.resolve(hash.substring(0, SHOWN_OF_A_HASH));
        Path target = own.resolve(name);
        if (Files.isRegularFile(target, LinkOption.NOFOLLOW_LINKS) && hash(target).equals(hash)) {
            return target;
        }
        Files.createDirectories(own);
        if (isTemporary) {
            // Removed in the reverse order.
            own.toFile().deleteOnExit();
            target.toFile().deleteOnExit();
        }
        Path half = Files.createTempFile(own, name, ".tmp");
        try (InputStream in = zip.getInputStream(entry)) {
            Files.copy(in, half, StandardCopyOption.REPLACE_EXISTING);
            if (!hash(half).equals(hash)) {
                throw new IOException(name + " in the jar is damaged");
            }
            Files.move(half, target, StandardCopyOption.ATOMIC_MOVE);
            return target;
        } catch (IOException e) {
            Files.deleteIfExists(half);
            throw new IOException("into " + own + ": " + e.getMessage(), e);
        }
    }

    /** Returns the hash that the outer jar records for a nested one. */
    static String hashOf(ZipFile zip, ZipEntry entry) throws IOException {
        ZipEntry named = zip.getEntry(entry.getName() + HASH);
        if (named == null) {
            throw new IOException("the jar lacks " + entry.getName() + HASH);
        }
        try (InputStream in = zip.getInputStream(named)) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII).trim();
        }
    }

    /** Returns the hash of a file. */
    static String hash(Path file) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
