package dev.slipstream.lab.experiment.startup;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Run of a JVM from start to end, with an application that only loads classes: a child process with the same JDK and agent as the
 * benchmark.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
public class StartUp {
    /** The number of classes that the application loads. */
    @Param("0")
    public int classes;

    private ProcessBuilder child;

    /** Prepares the child's command line. */
    @Setup
    public void prepare() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (String argument : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            if (argument.startsWith("-javaagent:")) {
                command.add(argument);
            }
        }
        command.add("-cp");
        command.add(classes == 0 ? own() : System.getProperty("java.class.path"));
        command.add(Application.class.getName());
        command.add(Integer.toString(classes));
        child = new ProcessBuilder(command).inheritIO();
    }

    /** Returns the jar of this class alone. The JVM opens each jar of a class path at its start, which takes as long as the rest. */
    private static String own() {
        return Path.of(URI.create(StartUp.class.getProtectionDomain().getCodeSource().getLocation().toString())).toString();
    }

    /**
     * Starts the child and waits for it to end.
     *
     * @return the exit code, 0
     * @throws IOException if the child cannot be started
     * @throws InterruptedException if interrupted
     */
    @Benchmark
    public int run() throws IOException, InterruptedException {
        int exitCode = child.start().waitFor();
        if (exitCode != 0) {
            throw new IllegalStateException("exit code " + exitCode);
        }
        return exitCode;
    }

    /** An application that loads classes from its class path, and initialises none of them. */
    public static final class Application {
        private Application() {}

        /**
         * Loads classes.
         *
         * @param args the number of classes; with 0 this is an empty main
         * @throws IOException if the class path cannot be read
         */
        public static void main(String[] args) throws IOException {
            int left = Integer.parseInt(args[0]);
            String[] path = System.getProperty("java.class.path").split(File.pathSeparator);
            for (int i = 0; left > 0; i++) {
                left = path[i].endsWith(".jar") ? load(path[i], left) : left;
            }
        }

        /** Returns the number of classes that are left to load. */
        private static int load(String path, int most) throws IOException {
            int left = most;
            try (JarFile jar = new JarFile(path)) {
                for (Enumeration<JarEntry> entries = jar.entries(); left > 0 && entries.hasMoreElements();) {
                    String name = entries.nextElement().getName();
                    if (name.endsWith(".class") && !name.startsWith("META-INF/") && isLoaded(name)) {
                        left--;
                    }
                }
            }
            return left;
        }

        private static boolean isLoaded(String file) {
            try {
                Class.forName(file.substring(0, file.length() - ".class".length()).replace('/', '.'), false,
                        Application.class.getClassLoader());
                return true;
            } catch (ClassNotFoundException | LinkageError unlinked) {
                // The class needs another, which is not there.
                return false;
            }
        }
    }
}
