package dev.slipstream.stress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.testkit.TestJdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A run of jcstress, in a JVM of its own, that has ended.
 *
 * @param exit its exit code
 * @param output all that it printed
 */
record Jcstress(int exit, String output) {
    private static final Pattern COUNTS =
            Pattern.compile("\\(Results: (\\d+) planned; (\\d+) passed, (\\d+) failed, (\\d+) soft errs, (\\d+) hard errs\\)");

    private static final int SEARCHES = 8;

    /** Restricts a run to the compiler that reorders most, and to the shortest time a test can have. */
    private static final List<String> SHORT = List.of("-m", "quick", "-iters", "1", "-jvmArgs", "-XX:-TieredCompilation");

    /**
     * Runs tests, in the mode of jcstress that the property {@code slipstream.stress} names.
     *
     * @param java the JVM to test
     * @param tests a regular expression
     * @param folder an empty one, for its reports
     * @param stride how many of a test are run in a row, before the actors wait for each other
     * @param strides how many of these are prepared at a time
     * @param more arguments for the JVM
     */
    static Jcstress run(Path java, String tests, Path folder, int stride, int strides, List<String> more)
            throws IOException, InterruptedException {
        String mode = System.getProperty("slipstream.stress", "quick");
        return run(java, tests, folder, stride, strides, List.of("-m", mode), more);
    }

    /** A run for the short tier. */
    static Jcstress runShortly(Path java, String tests, Path folder, int stride, int strides, List<String> more)
            throws IOException, InterruptedException {
        return run(java, tests, folder, stride, strides, SHORT, more);
    }

    private static Jcstress run(Path java, String tests, Path folder, int stride, int strides, List<String> times,
            List<String> more) throws IOException, InterruptedException {
        Path output = folder.resolve("output");
        List<String> command = new ArrayList<>(List.of(java.toString(),
                // jcstress hands these to the JVMs that it forks. The first is for the bell, the second keeps JNA quiet.
                "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED", "--enable-native-access=ALL-UNNAMED"));
        command.addAll(more);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "org.openjdk.jcstress.Main", "-v", "-t", tests,
                // One compiler for all actors of a test: to mix them multiplies the time by nine, for protocols that rely on
                // nothing but volatile fields.
                "-sc", "false", "-strideSize", String.valueOf(stride), "-strideCount", String.valueOf(strides),
                "-hs", "64", "-pth", "false"));
        command.addAll(times);
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            int exit = process.waitFor();
            return new Jcstress(exit, Files.readString(output));
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /** Something was tested, all of it, and nothing went wrong. */
    void assertAllPassed() {
        int planned = counts().get(0);
        assertThat(planned).as(output).isPositive();
        assertThat(counts()).as(output).containsExactly(planned, planned, 0, 0);
        assertThat(exit).as(output).isZero();
        assertThat(output).as("tests for which the machine has too few processors").doesNotContain("would not run");
    }

    /**
     * Tests of these simple names, run on this JVM, fail as they should. A fault that shows once in many thousand times may take a
     * second search on a machine whose processors have other things to do; what is never found fails.
     *
     * @param folder as above
     */
    static void assertFound(Collection<String> tests, Path folder, int stride, int strides, List<String> more)
            throws IOException, InterruptedException {
        assertFound(tests, folder, stride, strides, more, false);
    }

    /** Likewise, with a first search for the short tier; most are found by it. */
    static void assertFoundShortly(Collection<String> tests, Path folder, int stride, int strides, List<String> more)
            throws IOException, InterruptedException {
        assertFound(tests, folder, stride, strides, more, true);
    }

    private static void assertFound(Collection<String> tests, Path folder, int stride, int strides, List<String> more,
            boolean firstIsShort) throws IOException, InterruptedException {
        List<String> left = new ArrayList<>(tests);
        String last = "";
        for (int search = 1; search <= SEARCHES && !left.isEmpty(); search++) {
            Jcstress run = run(TestJdk.current().java(),
                    "\\.(" + String.join("|", left) + ")$",
                    Files.createDirectory(folder.resolve("search" + search)), stride, strides,
                    search == 1 && firstIsShort ? SHORT : List.of("-m", "quick"), more);
            last = run.output;
            assertThat(run.counts().get(3)).as("errors\n" + last).isZero();
            boolean found = left.removeIf(run::hasFound);
            assertThat(run.exit != 0).as(last).isEqualTo(found);
        }
        assertThat(left).as(last).isEmpty();
    }

    private boolean hasFound(String test) {
        return Pattern.compile("\\." + test + " .*Observed forbidden state: ").matcher(output).find();
    }

    /** Runs that were planned, passed, failed, and had errors of either kind; a run is a test with one of the JVM's compilers. */
    List<Integer> counts() {
        MatchResult last = COUNTS.matcher(output).results().reduce((earlier, later) -> later)
                .orElseThrow(() -> new AssertionError("jcstress has run nothing:\n" + output));
        return List.of(count(last, 1), count(last, 2), count(last, 3), count(last, 4) + count(last, 5));
    }

    private static int count(MatchResult counts, int group) {
        return Integer.parseInt(counts.group(group));
    }
}
