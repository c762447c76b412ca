package dev.slipstream.agent;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.AllPermission;
import java.security.CodeSource;
import java.security.Permissions;
import java.security.ProtectionDomain;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * Class loader of the agent's and the command line's own classes, which are nested in the jar. Passes requests to the engine.
 *
 * <p>Like {@link Agent} this class is on the application's class path, so it has no companion classes, and uses java.base and
 * java.instrument only.
 */
final class EngineLoader extends ClassLoader implements Consumer<BiFunction<String, Instrumentation, String>> {
    private static final String METASPACE = "-XX:MaxMetaspaceSize=";
    private static final long LEAST_METASPACE = 24L << 20;
    private static final String ENGINE_FOLDER = "META-INF/slipstream/engine/";

    /**
     * Maps a request and the JVM's instrumentation to one line for the user, or null. Guarded by the class lock.
     *
     * @see "dev.slipstream.agent.engine.Engine"
     */
    private static @Nullable BiFunction<String, Instrumentation, String> engine;

    static {
        registerAsParallelCapable();
    }

    private final ZipFile jar;

    /** Grants all permissions, as for the JDK's own code, in case the application sets a security manager. */
    private final ProtectionDomain domain;

    private EngineLoader(ZipFile jar) {
        super("slipstream", getPlatformClassLoader());
        this.jar = jar;
        Permissions all = new Permissions();
        all.add(new AllPermission());
        domain = new ProtectionDomain(EngineLoader.class.getProtectionDomain().getCodeSource(), all);
    }

    /** Runs the command line. */
    static void run(String[] args) throws Exception {
        Path jar = ownJar();
        System.setProperty("slipstream.jar", jar.toString());
        Class<?> commandLine = loader(jar).loadClass("dev.slipstream.agent.launch.CommandLine");
        commandLine.getMethod("main", Path.class, String[].class).invoke(null, jar, args);
    }

    /** Passes a request to the engine, which is started if necessary. Never throws. */
    @SuppressWarnings("NullAway") // The initialiser of the engine's class sets it.
    static synchronized void enter(String how, @Nullable String options, Instrumentation instrumentation) {
        try {
            if (engine == null && isShortOfMetaspace()) {
                System.err
                        .println("slipstream: not started, the application runs on unchanged: -XX:MaxMetaspaceSize is less than "
                                + (LEAST_METASPACE >> 20) + "m");
                return;
            }
            if (engine == null) {
                start(loader(ownJar()));
            }
            String line = engine.apply(how + ":" + (options == null ? "" : options), instrumentation);
            if (line != null) {
                System.err.println(line);
            }
        } catch (Throwable e) {
            say(e);
        }
    }

    /** Engine's static initialiser passes an instance to its loader: reflection would cost a starting JVM milliseconds. */
    private static void start(ClassLoader loader) throws ClassNotFoundException {
        Thread current = Thread.currentThread();
        // On the boot class path, as in a class archive, the engine has no loader, and looks for this one there.
        boolean isOnBootPath = EngineLoader.class.getClassLoader() == null;
        ClassLoader before = isOnBootPath ? current.getContextClassLoader() : null;
        try {
            if (isOnBootPath) {
                current.setContextClassLoader(loader);
            }
            Class.forName("dev.slipstream.agent.engine.Engine", true, loader);
        } finally {
            if (isOnBootPath) {
                current.setContextClassLoader(before);
            }
        }
    }

    /**
     * Checks the metaspace limit before anything is loaded. All remedies together use up to 9 MB of metaspace if the JVM has no CDS
     * archive. With less, the JVM itself fails, either before or after the agent is loaded.
     */
    private static boolean isShortOfMetaspace() {
        // In the JVM's order of precedence: the last value wins.
        String environment = "\0".concat(read("/proc/self/environ"));
        long limit = limit(variable(environment, "JAVA_TOOL_OPTIONS"), Long.MAX_VALUE);
        limit = limit(variable(environment, "JDK_JAVA_OPTIONS"), limit);
        limit = limit(read("/proc/self/cmdline"), limit);
        return limit(variable(environment, "_JAVA_OPTIONS"), limit) < LEAST_METASPACE;
    }

    private static String variable(String environment, String name) {
        int start = environment.indexOf("\0".concat(name).concat("="));
        int end = start < 0 ? start : environment.indexOf('\0', start + 1);
        return start < 0 ? "" : environment.substring(start, end < 0 ? environment.length() : end);
    }

    private static String read(String file) {
        try (InputStream in = new FileInputStream(file)) {
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (IOException unknown) {
            return "";
        }
    }

    /** Returns the last limit in a text of options, in bytes, or the given default if there is none. */
    private static long limit(String options, long otherwise) {
        int at = options.lastIndexOf(METASPACE);
        if (at < 0) {
            return otherwise;
        }
        long limit = 0;
        for (int i = at + METASPACE.length(); i < options.length(); i++) {
            char c = options.charAt(i);
            if (c < '0' || c > '9') {
                int shift = "kmgt".indexOf(Character.toLowerCase(c)) + 1;
                return limit << (10 * shift);
            }
            limit = limit * 10 + (c - '0');
        }
        return limit;
    }

    /**
     * Reports a failure. If heap or metaspace is exhausted, even printing may fail; throwing out of premain would abort the JVM.
     */
    private static void say(Throwable e) {
        try {
            System.err.println((engine == null ? "slipstream: not started, the application runs on unchanged: "
                    : "slipstream: not all was done, the application runs on: ") + e);
        } catch (Throwable ignored) {
            // The application comes first, with or without a message.
            return;
        }
    }

    private static Path ownJar() throws Exception {
        CodeSource source = EngineLoader.class.getProtectionDomain().getCodeSource();
        if (source != null) {
            return Path.of(source.getLocation().toURI());
        }
        // On the boot class path a class has no source.
        String stated = System.getProperty("slipstream.jar");
        if (stated != null) {
            return Path.of(stated);
        }
        // jar:file:/FOLDER/slipstream.jar!/dev/...
        String own = ClassLoader.getSystemResource(EngineLoader.class.getName().replace('.', '/').concat(".class")).getPath();
        return Path.of(URI.create(own.substring(0, own.lastIndexOf("!/"))));
    }

    private static ClassLoader loader(Path jar) throws IOException {
        // The JVM already has this file open and shares its central directory with this ZipFile.
        return new EngineLoader(new ZipFile(jar.toFile()));
    }

    /** Receives the engine from its static initialiser. */
    @Override
    public void accept(BiFunction<String, Instrumentation, String> started) {
        engine = started;
    }

    /** Thread-safe; the class loading lock admits one thread per class name. */
    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        try (InputStream in = open(name.replace('.', '/').concat(".class"))) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] bytes = in.readAllBytes();
            return define(name, bytes);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    /** HAZARD: while the JVM defines the class it calls other agents' transformers, and one of them may load the same class. */
    private Class<?> define(String name, byte[] bytes) {
        try {
            return defineClass(name, bytes, 0, bytes.length, domain);
        } catch (LinkageError e) {
            Class<?> already = findLoadedClass(name);
            if (already == null) {
                throw e;
            }
            return already;
        }
    }

    @Override
    public @Nullable InputStream getResourceAsStream(String name) {
        try {
            InputStream own = open(name);
            return own != null ? own : super.getResourceAsStream(name);
        } catch (IOException e) {
            return null;
        }
    }

    private @Nullable InputStream open(String name) throws IOException {
        ZipEntry entry = jar.getEntry(ENGINE_FOLDER.concat(name));
        return entry == null ? null : jar.getInputStream(entry);
    }
}
