package jdk.internal.misc;

import dev.slipstream.runtime.Options;
import dev.slipstream.runtime.threads.Limits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.security.AccessController;
import java.security.AllPermission;
import java.security.CodeSource;
import java.security.Permissions;
import java.security.PrivilegedAction;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringTokenizer;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import jdk.internal.module.ModuleBootstrap;
import jdk.internal.module.Modules;

/**
 * Starts the engine of a baked JDK: one whose image contains rewritten methods, grafts and, as a resource, the engine's classes.
 * Until a graft asks for the engine, nothing but the grafts that were called is loaded. A JVM with the agent lacks this class.
 *
 * <p>Hazards. {@link #want} is called inside methods of the JDK, on any thread, with any locks held and near the end of the stack.
 * So it only starts a thread that was created when the JVM booted, see {@link Launch}. That thread reads the options, and starts
 * another one in the system's thread group, on which the engine starts.
 *
 * <p>Happens-before: {@link #boot} writes {@link #launch}, which is volatile, last. Of the threads that begin, one creates the
 * starting thread, under the class's lock, which no caller of {@code want} takes. Its end publishes {@link #engine} to all that wait
 * for it.
 */
public final class BakedEngine implements BiFunction<String, Object, Object>, Runnable {
    private static final String CLASSES = "slipstream.jar";
    private static final String EDITS = "slipstream.txt";
    private static final String ENGINE = "dev.slipstream.agent.engine.Engine";
    private static final String REQUEST = "baked:";
    private static final String NEEDED_MODULE = "java.instrument";
    private static final String MAIN_MODULE = "jdk.module.main";
    private static final String NOT_STARTED = "slipstream: not started, the application runs on unchanged: ";
    private static final String NONE = "none";
    private static final String PROPERTY = "slipstream";
    private static final String VARIABLE = "SLIPSTREAM";
    private static final String PINNING = "pinning";
    private static final String MAX_CARRIERS = "pinning.max-carriers";
    private static final int FEWEST_CARRIERS = 256;
    private static final int MOST_CARRIERS = 1_024;
    private static final long RETRY_NANOS = 1_000_000_000L;
    private static final long PATIENCE_MILLIS = 10_000;

    private static ThreadGroup systemGroup;

    /** Starts {@link First}; null where nothing is to start, or once the engine was started. */
    private static volatile Launch launch;

    /** Whether the options of an agent follow, which win over the user's other options. */
    private static volatile boolean isForAgent;

    /** The starting thread, or null. Guarded by the class's lock. */
    private static Thread starter;

    private static Loader loader;

    /**
     * Maps a request and the JVM's instrumentation, or null, to a line for the user, or null.
     *
     * @see "dev.slipstream.agent.engine.Engine"
     */
    private static volatile BiFunction<String, Object, String> engine;

    private BakedEngine() {}

    /** Returns the control object for an engine. */
    static BiFunction<String, Object, Object> control() {
        return new BakedEngine();
    }

    /**
     * Handles a request of an engine.
     *
     * <ul>
     * <li>{@code engine} returns the engine of this JDK, which it starts if necessary: without a remedy if the value is true, since an
     *     agent's options follow;
     * <li>{@code more} sets a loader for classes that the image lacks, such as the rewriter;
     * <li>{@code remedies} returns the names of the baked remedies;
     * <li>{@code edits} returns a line for each remedy and each class of this JVM that was rewritten for it;
     * <li>{@code open} opens a package to the engine, given as its module and its name.
     * </ul>
     */
    @Override
    public Object apply(String what, Object value) {
        switch (what) {
            case "engine":
                isForAgent = (Boolean) value;
                await();
                return engine;
            case "more":
                loader.more = (ClassLoader) value;
                return null;
            case "remedies":
                return baked().toArray(new String[0]);
            case "edits":
                return edits();
            case "open":
                Object[] request = (Object[]) value;
                Modules.addOpens((Module) request[0], (String) request[1], loader.getUnnamedModule());
                return null;
            default:
                throw new IllegalArgumentException(what);
        }
    }

    /**
     * Initialises the grafts of baked remedies, and creates the thread that {@link #want} starts. Called by {@code System.initPhase3},
     * once: a graft that was initialised near the end of the stack, and failed, would be lost for good.
     */
    public static void boot() {
        systemGroup = Thread.currentThread().getThreadGroup();
        while (systemGroup.getParent() != null) {
            systemGroup = systemGroup.getParent();
        }
        // The JVM that makes a class archive can have no threads.
        if (!CDS.isDumpingArchive() && !NONE.equals(VM.getSavedProperty(PROPERTY))) {
            launch = new Launch("slipstream-start", new First());
        }
        StringTokenizer names = new StringTokenizer(grafts(), " ");
        while (names.hasMoreTokens()) {
            try {
                Unsafe.getUnsafe().ensureClassInitialized(Class.forName(names.nextToken(), false, null));
            } catch (ClassNotFoundException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Returns class names with spaces between. Baking inserts them. */
    private static String grafts() {
        return " ";
    }

    /** Returns the words that options can have, with spaces between. Baking inserts them. */
    private static String words() {
        return " ";
    }

    /** Starts the engine on a thread of its own, unless the user wants no remedy. Called by grafts. */
    public static void want() {
        Launch first = launch;
        if (first != null && VM.isBooted()) {
            first.getAsBoolean();
        }
    }

    /** Decides on a thread of its own whether the engine starts, and begins. */
    private static final class First implements Runnable {
        @Override
        public void run() {
            while (!decides()) {
                LockSupport.parkNanos(RETRY_NANOS);
            }
        }

        /** @return false if memory or threads did not suffice */
        private static boolean decides() {
            try {
                if (isWatched()) {
                    System.err
                            .println(NOT_STARTED.concat("its security manager would be asked for more than the JDK asks for; with"
                                    + " -javaagent Slipstream starts before the application sets one"));
                } else if (!options().isNone()) {
                    begin();
                }
                return true;
            } catch (OutOfMemoryError outOfMemory) {
                return false;
            }
        }
    }

    /**
     * Tells whether a security manager of the application would see what the engine's start asks: code in java.base has every right,
     * but a manager with methods of its own is asked before that counts.
     */
    @SuppressWarnings("removal")
    private static boolean isWatched() {
        try {
            Class.forName("java.lang.SecurityManager", false, null);
        } catch (ClassNotFoundException missing) {
            return false;
        }
        SecurityManager manager = System.getSecurityManager();
        return manager != null && manager.getClass() != SecurityManager.class;
    }

    /** Starts the engine if necessary, and waits until it has started. Called when an attached process asks for the status. */
    public static void await() {
        Thread starting = begin();
        boolean interrupted = false;
        long end = System.nanoTime() + PATIENCE_MILLIS * 1_000_000;
        for (long left = PATIENCE_MILLIS; left > 0 && starting != null && starting.isAlive(); left =
                (end - System.nanoTime()) / 1_000_000) {
            try {
                starting.join(left);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Starts the starting thread, unless that was done.
     *
     * @return the thread, or null in a training run for a class archive, which cannot have the engine's classes
     */
    private static synchronized Thread begin() {
        if (starter == null && !CDS.isDumpingArchive()) {
            Thread thread = new Thread(systemGroup, new BakedEngine(), "slipstream-start", 0, false);
            thread.setDaemon(true);
            thread.setContextClassLoader(null);
            thread.start();
            starter = thread;
            launch = null;
        }
        return starter;
    }

    /** Starts the engine. */
    @Override
    public void run() {
        String line;
        try {
            if (ModuleLayer.boot().findModule(NEEDED_MODULE).isEmpty()) {
                String main = VM.getSavedProperty(MAIN_MODULE);
                // The JDK's own tools say nothing, as jpackage.
                line = main != null && main.startsWith("jdk.") ? null
                        : NOT_STARTED
                                .concat("the module java.instrument is not there; --add-modules of java, or of jlink, adds it");
            } else {
                loader = new Loader();
                Class.forName(ENGINE, true, loader);
                line = engine.apply(REQUEST.concat(isForAgent ? NONE : options().text()), null);
            }
        } catch (Throwable e) {
            line = NOT_STARTED + e;
        }
        if (line != null) {
            System.err.println(line);
        }
    }

    /**
     * Returns the maximum number of carriers, for the scheduler that the JDK is creating. Called by {@code VirtualThread}, before the
     * engine is started.
     */
    public static int most() {
        // Options and limits are in the environment and in files, for which the JDK would not ask.
        if (isWatched()) {
            return FEWEST_CARRIERS;
        }
        Options options = options();
        String set = options.value(MAX_CARRIERS);
        if (!options.isOn(PINNING, true)) {
            return FEWEST_CARRIERS;
        }
        // With a value that cannot be used the engine declines the remedy.
        return set != null ? Math.max(FEWEST_CARRIERS, Options.number(set, FEWEST_CARRIERS, Short.MAX_VALUE))
                : (int) Math.max(FEWEST_CARRIERS, Math.min(MOST_CARRIERS, Limits.ofThisProcess().threads() / 2));
    }

    /** Returns the user's options, of the system property and the environment variable. Where {@link #isWatched} holds, a manager would see the question. */
    @SuppressWarnings("removal")
    private static Options options() {
        String environment = AccessController.doPrivileged(new Environment());
        List<String> words = new ArrayList<>();
        StringTokenizer tokens = new StringTokenizer(words(), " ");
        while (tokens.hasMoreTokens()) {
            words.add(tokens.nextToken());
        }
        return Options.atStart("", VM.getSavedProperty(PROPERTY), environment, words);
    }

    /** Reads the environment variable. */
    private static final class Environment implements PrivilegedAction<String> {
        @Override
        public String run() {
            return System.getenv(VARIABLE);
        }
    }

    /** Returns the baked remedies. */
    private static List<String> baked() {
        List<String> remedies = new ArrayList<>();
        for (String edit : bakedEdits()) {
            String remedy = edit.substring(0, edit.indexOf(' '));
            if (!remedies.contains(remedy) && !remedy.equals("observability")) {
                remedies.add(remedy);
            }
        }
        return remedies;
    }

    /** Returns the baked edits, each as its remedy and its class with a space between. */
    private static List<String> bakedEdits() {
        StringTokenizer lines = new StringTokenizer(new String(resource(EDITS), StandardCharsets.ISO_8859_1), "\n");
        List<String> edits = new ArrayList<>();
        while (lines.hasMoreTokens()) {
            edits.add(lines.nextToken());
        }
        return edits;
    }

    /** Returns the baked edits of the classes that this JVM uses. */
    private static String[] edits() {
        boolean mayBePatched = ModuleBootstrap.patcher().hasPatches();
        List<String> edits = new ArrayList<>();
        for (String edit : bakedEdits()) {
            if (!mayBePatched || isOfTheImage(edit.substring(edit.indexOf(' ') + 1))) {
                edits.add(edit);
            }
        }
        return edits.toArray(new String[0]);
    }

    /** Tells whether {@code --patch-module} does not replace the class. */
    private static boolean isOfTheImage(String className) {
        try {
            URL file =
                    Class.forName(className.replace('/', '.'), false, null).getResource("/".concat(className).concat(".class"));
            return file != null && file.getProtocol().equals("jrt");
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] resource(String name) {
        try (InputStream in = BakedEngine.class.getResourceAsStream(name)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Loader of the engine's classes. Receives the engine from its static initialiser, as the agent's entry does. */
    private static final class Loader extends ClassLoader
            implements Consumer<BiFunction<String, Object, String>>, Supplier<BiFunction<String, Object, Object>> {
        static {
            registerAsParallelCapable();
        }

        private final Map<String, byte[]> files = new HashMap<>();
        private final ProtectionDomain domain;
        private volatile ClassLoader more;

        Loader() throws IOException {
            super("slipstream", getPlatformClassLoader());
            Permissions all = new Permissions();
            all.add(new AllPermission());
            domain = new ProtectionDomain(new CodeSource(null, (Certificate[]) null), all);
            try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(resource(CLASSES)))) {
                for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                    // The size is known, since nothing is compressed; readAllBytes would take 16 KB for each class.
                    files.put(entry.getName(), in.readNBytes((int) entry.getSize()));
                }
            }
        }

        @Override
        public void accept(BiFunction<String, Object, String> started) {
            engine = started;
        }

        /**
         * Returns the control object, to the engine that this loader loads.
         *
         * @see "dev.slipstream.agent.engine.JavaBase"
         */
        @Override
        public BiFunction<String, Object, Object> get() {
            return control();
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            try (InputStream in = getResourceAsStream(name.replace('.', '/').concat(".class"))) {
                if (in == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length, domain);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }

        @Override
        public InputStream getResourceAsStream(String name) {
            byte[] file = files.get(name);
            ClassLoader other = more;
            return file != null ? new ByteArrayInputStream(file) : other == null ? null : other.getResourceAsStream(name);
        }
    }
}
