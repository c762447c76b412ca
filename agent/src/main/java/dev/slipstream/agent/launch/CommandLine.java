package dev.slipstream.agent.launch;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * Launcher of the command line: runs its jars, with those of the lab if its jar is beside this one. They are real files because the
 * lab starts other JVMs with them on the class path.
 */
public final class CommandLine {
    /** Lists the parts of the jar; the lab's jar of the same build has the same list. */
    static final String PARTS = "META-INF/slipstream/parts";

    private static final String OWNER = "unix:uid";
    private static final int BAD_USAGE = 2;

    private CommandLine() {}

    /**
     * Runs the command line. Exits the JVM if the jars cannot be unpacked.
     *
     * @param jar the outer jar
     */
    public static void main(Path jar, String[] args) throws Exception {
        List<Path> jars;
        try {
            NestedJars nested = new NestedJars(jar, () -> Cache.open(base(System.getenv(), System.getProperty("user.home"))));
            jars = nested.files(jar);
            Path lab = jar.toRealPath().resolveSibling("slipstream-lab.jar");
            if (isOurLab(jar, lab)) {
                System.setProperty("slipstream.lab", lab.toString());
                jars.addAll(nested.files(lab));
            }
        } catch (IOException e) {
            System.err.println("slipstream: cannot unpack the command line: "
                    + (e instanceof FileSystemException ? e : e.getMessage())
                    + "; set XDG_CACHE_HOME to a folder that can be written");
            System.exit(BAD_USAGE);
            return;
        }
        List<String> names = new ArrayList<>();
        for (Path each : jars) {
            names.add(each.toString());
        }
        // JMH passes this class path to the JVMs that it forks.
        System.setProperty("java.class.path", String.join(File.pathSeparator, names));
        // The parent has the rewriter, for the commands that change a JDK.
        URLClassLoader loader = new URLClassLoader("slipstream-cli", urls(jars), CommandLine.class.getClassLoader());
        Thread.currentThread().setContextClassLoader(loader);
        try {
            loader.loadClass("dev.slipstream.cli.Main").getMethod("main", String[].class).invoke(null, (Object) args);
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    private static URL[] urls(List<Path> jars) throws MalformedURLException {
        URL[] urls = new URL[jars.size()];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = jars.get(i).toUri().toURL();
        }
        return urls;
    }

    /**
     * Returns the user's cache folder.
     *
     * @return null if the environment names none: a relative path, or an empty one, would be another folder wherever the command is run
     */
    static @Nullable Path base(Map<String, String> environment, String userHome) {
        for (String each : List.of(environment.getOrDefault("XDG_CACHE_HOME", ""), below(environment.getOrDefault("HOME", "")),
                below(userHome))) {
            try {
                Path base = Path.of(each);
                if (base.isAbsolute()) {
                    return base;
                }
            } catch (InvalidPathException invalid) {
                // The locale cannot encode it.
                continue;
            }
        }
        return null;
    }

    private static String below(String home) {
        return home.isEmpty() ? "" : home + "/.cache";
    }

    /**
     * Tells whether the lab's jar is there, of the same build and the same owner: in a folder for temporary files, any user can
     * put a file beside the jar.
     */
    static boolean isOurLab(Path jar, Path lab) {
        try {
            return Files.isRegularFile(lab, LinkOption.NOFOLLOW_LINKS)
                    && Files.getAttribute(lab, OWNER, LinkOption.NOFOLLOW_LINKS).equals(Files.getAttribute(jar, OWNER))
                    && Arrays.equals(parts(jar), parts(lab));
        } catch (IOException unreadable) {
            return false;
        }
    }

    /** Returns an empty array if the jar has no list of parts. */
    private static byte[] parts(Path jar) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            ZipEntry parts = zip.getEntry(PARTS);
            return parts == null ? new byte[0] : zip.getInputStream(parts).readAllBytes();
        }
    }
}
