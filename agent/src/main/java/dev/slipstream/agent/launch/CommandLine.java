package dev.slipstream.agent.launch;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Launcher of the command line: unpacks its jars into a cache folder, once per build, and runs them. They are real files because
 * the lab starts other JVMs with them on the class path.
 */
public final class CommandLine {
    private static final String FOLDER = "META-INF/slipstream/cli/";
    private static final int BAD_USAGE = 2;

    private CommandLine() {
    }

    /**
     * Runs the command line. Exits the JVM if the jars cannot be unpacked.
     *
     * @param jar the outer jar
     */
    public static void main(Path jar, String[] args) throws Exception {
        List<Path> jars;
        try {
            jars = unpack(jar);
        } catch (IOException e) {
            System.err.println("slipstream: cannot unpack the command line into " + base() + ": " + e
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

    private static Path base() {
        String cache = System.getenv("XDG_CACHE_HOME");
        String home = System.getenv().getOrDefault("HOME", System.getProperty("user.home"));
        return (cache == null || cache.isEmpty() ? Path.of(home, ".cache") : Path.of(cache)).toAbsolutePath();
    }

    private static List<Path> unpack(Path jar) throws IOException {
        Cache cache = Cache.open(base());
        List<Path> jars = new ArrayList<>();
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : zip.stream().toList()) {
                if (entry.getName().startsWith(FOLDER) && entry.getName().endsWith(".jar")) {
                    jars.add(cache.unpack(zip, entry));
                }
            }
        }
        return jars;
    }
}
