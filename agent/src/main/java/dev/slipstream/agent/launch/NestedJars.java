package dev.slipstream.agent.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * The command line's nested jars as files. An installation has them in the folder {@code cli} beside the outer jar, so that
 * nothing is written for a user; otherwise they are unpacked into the cache, once per build.
 *
 * <p>An installed file is used if it has the hash recorded in the outer jar, and only the outer jar's owner may change it.
 */
final class NestedJars {
    private static final String FOLDER = "META-INF/slipstream/cli/";

    private final Path installed;
    private final Object owner;
    private final Opening opening;
    private @Nullable Cache cache;

    /** Opens the cache. */
    interface Opening {
        Cache open() throws IOException;
    }

    /**
     * Creates a finder.
     *
     * @param outer the outer jar, beside which installed files may be
     * @param opening called at most once, if a file is not installed
     */
    NestedJars(Path outer, Opening opening) throws IOException {
        Path real = outer.toRealPath();
        this.installed = real.resolveSibling("cli");
        this.owner = Files.getAttribute(real, "unix:uid");
        this.opening = opening;
    }

    /**
     * Returns the files of all jars that are nested in a jar.
     *
     * @throws IOException if one is not installed and cannot be unpacked
     */
    List<Path> files(Path jar) throws IOException {
        List<Path> files = new ArrayList<>();
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : zip.stream().toList()) {
                String name = entry.getName();
                if (name.startsWith(FOLDER) && name.endsWith(".jar")) {
                    Path file = installed.resolve(name.substring(FOLDER.length()));
                    files.add(isInstalled(file) && Cache.hash(file).equals(Cache.hashOf(zip, entry)) ? file
                            : cache().unpack(zip, entry));
                }
            }
        }
        return files;
    }

    private boolean isInstalled(Path file) throws IOException {
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && isTheirs(installed) && isTheirs(file);
    }

    private boolean isTheirs(Path path) throws IOException {
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS);
        return Files.getAttribute(path, "unix:uid", LinkOption.NOFOLLOW_LINKS).equals(owner)
                && !permissions.contains(PosixFilePermission.GROUP_WRITE)
                && !permissions.contains(PosixFilePermission.OTHERS_WRITE);
    }

    private Cache cache() throws IOException {
        Cache opened = cache == null ? opening.open() : cache;
        cache = opened;
        return opened;
    }
}
