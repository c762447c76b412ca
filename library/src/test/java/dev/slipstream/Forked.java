package dev.slipstream;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Runner of programs in forked JVMs, with the library on the class path. */
public final class Forked {
    private Forked() {
    }

    /** Returns the JDKs in the folder {@code slipstream.jdks}, or the current one if there are none. */
    public static List<Path> jdks() throws IOException {
        List<Path> own = List.of(Path.of(System.getProperty("java.home")));
        String folder = System.getProperty("slipstream.jdks");
        if (folder == null) {
            return own;
        }
        try (Stream<Path> entries = Files.list(Path.of(folder))) {
            List<Path> found = entries
                    .filter(entry -> entry.getFileName().toString().matches("\\d+"))
                    .filter(entry -> Files.isExecutable(entry.resolve("bin/java")))
                    .sorted()
                    .toList();
            return found.isEmpty() ? own : found;
        }
    }

    /** Returns the feature release, which is not always the folder's name. */
    public static int release(Path jdk) throws IOException {
        String version = Files.readAllLines(jdk.resolve("release")).stream()
                .filter(line -> line.startsWith("JAVA_VERSION=")).findFirst().orElseThrow();
        return Integer.parseInt(version.replaceAll("\\D*(\\d+).*", "$1"));
    }

    /** Tells whether the user of the tests may raise threads. Asks the kernel, without code under test. */
    public static boolean mayRaise() throws IOException {
        Process process = new ProcessBuilder("nice", "-n", "-5", "nice").redirectError(ProcessBuilder.Redirect.DISCARD).start();
        return new String(process.getInputStream().readAllBytes()).trim().equals("-5");
    }

    /** Returns a command prefix for a process that may not raise threads. Only root has the capability to drop. */
    public static List<String> notRaising() {
        List<String> words = new ArrayList<>(List.of("prlimit", "--nice=0:0"));
        if (System.getProperty("user.name").equals("root")) {
            words.addAll(List.of("setpriv", "--bounding-set", "-sys_nice", "--inh-caps", "-sys_nice"));
        }
        return words;
    }

    /**
     * Runs a main class until it exits, which must be with status 0.
     *
     * @param before the command prefix
     * @return the complete output
     */
    public static String run(List<String> before, Path jdk, List<String> options, Class<?> main, String... arguments)
            throws IOException, InterruptedException {
        Path target = Path.of(System.getProperty("slipstream.root"), "library", "target");
        List<String> command = new ArrayList<>(before);
        command.add(jdk.resolve("bin/java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", target.resolve("classes") + ":" + target.resolve("test-classes"), main.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            String output = new String(process.getInputStream().readAllBytes());
            assertThat(process.waitFor()).as("%s%n%s", command, output).isZero();
            return output;
        } finally {
            process.destroyForcibly();
        }
    }
}
