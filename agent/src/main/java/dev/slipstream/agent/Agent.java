package dev.slipstream.agent;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
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

/**
 * Entry of the agent and of the command line, and the loader of everything else that lies nested in the jar.
 *
 * <p>This class is on the application's class path. It must therefore stay alone, use nothing but java.base and
 * java.instrument, never throw out of {@link #premain} (that aborts the JVM), and never be initialised twice.
 */
public final class Agent extends ClassLoader implements Consumer<BiFunction<String, Instrumentation, String>> {
    private static final String METASPACE = "-XX:MaxMetaspaceSize=";
    private static final long LEAST_METASPACE = 24L << 20;
    private static final String ENGINE_FOLDER = "META-INF/slipstream/engine/";

    /** Takes a request and the JVM's instrumentation, returns one line for the user or null. Guarded by the class. */
    private static BiFunction<String, Instrumentation, String> engine;

    static {
        registerAsParallelCapable();
    }

    private final ZipFile jar;

    /** With every permission, as the JDK's own code, for where an application sets a security manager. */
    private final ProtectionDomain domain;

    private Agent(ZipFile jar) {
        super("slipstream", getPlatformClassLoader());
        this.jar = jar;
        Permissions all = new Permissions();
        all.add(new AllPermission());
        domain = new ProtectionDomain(Agent.class.getProtectionDomain().getCodeSource(), all);
    }

    /** Called by the JVM for {@code -javaagent}, before the application's main. */
    public static void premain(String options, Instrumentation instrumentation) {
        enter("premain", options, instrumentation);
    }

    /** Called by the JVM when the jar is attached; again for each later request. */
    public static void agentmain(String options, Instrumentation instrumentation) {
        enter("agentmain", options, instrumentation);
    }

    /** The command line: {@code java -jar slipstream.jar}. */
    public static void main(String[] args) throws Exception {
        Path jar = ownJar();
        System.setProperty("slipstream.jar", jar.toString());
        Class<?> commandLine = loader(jar).loadClass("dev.slipstream.agent.launch.CommandLine");
        commandLine.getMethod("main", Path.class, String[].class).invoke(null, jar, args);
    }

    private static synchronized void enter(String how, String options, Instrumentation instrumentation) {
        try {
            if (engine == null && isShortOfMetaspace()) {
                System.err.println("slipstream: not started, the application runs on unchanged: -XX:MaxMetaspaceSize is less than "
                        + (LEAST_METASPACE >> 20) + "m");
                return;
            }
            if (engine == null) {
                // Its initialiser hands an instance to its loader: reflection would cost a starting JVM milliseconds.
                Class.forName("dev.slipstream.agent.engine.Engine", true, loader(ownJar()));
            }
            String line = engine.apply(how + ":" + (options == null ? "" : options), instrumentation);
            if (line != null) {
                System.err.println(line);
            }
        } catch (Throwable applicationComesFirst) {
            say(applicationComesFirst);
        }
    }

    /**
     * All remedies take up to 9 MB of metaspace, where the JVM has no CDS archive. With less the JVM itself fails, before or
     * after us, so the limit is looked up before anything is loaded.
     */
    private static boolean isShortOfMetaspace() {
        // The JVM goes by the last of these.
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

    /** The last limit in a text of options, in bytes, or another if there is none. */
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
                return limit << 10 * shift;
            }
            limit = limit * 10 + (c - '0');
        }
        return limit;
    }

    /** Short of heap or metaspace the line itself may be too much. To throw out of premain would abort the JVM. */
    private static void say(Throwable e) {
        try {
            System.err.println((engine == null ? "slipstream: not started, the application runs on unchanged: "
                    : "slipstream: not all was done, the application runs on: ") + e);
        } catch (Throwable notEvenThat) {
            return;
        }
    }

    private static Path ownJar() throws Exception {
        CodeSource source = Agent.class.getProtectionDomain().getCodeSource();
        return Path.of(source.getLocation().toURI());
    }

    private static ClassLoader loader(Path jar) throws IOException {
        // The JVM has this file open already and shares its directory with us.
        return new Agent(new ZipFile(jar.toFile()));
    }

    /** Called by the engine's initialiser. */
    @Override
    public void accept(BiFunction<String, Instrumentation, String> started) {
        engine = started;
    }

    /** May be called by several threads; for one class by one at a time. */
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

    /** HAZARD: the JVM calls transformers of other agents while it defines the class. One of them may load the same class. */
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
    public InputStream getResourceAsStream(String name) {
        try {
            InputStream own = open(name);
            return own != null ? own : super.getResourceAsStream(name);
        } catch (IOException e) {
            return null;
        }
    }

    private InputStream open(String name) throws IOException {
        ZipEntry entry = jar.getEntry(ENGINE_FOLDER.concat(name));
        return entry == null ? null : jar.getInputStream(entry);
    }
}
