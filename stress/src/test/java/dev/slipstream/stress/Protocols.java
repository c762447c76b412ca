package dev.slipstream.stress;

import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.TestJdk;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The protocols of a remedy, or of the engine, which are the tests of its package.
 *
 * <p>A scenario takes microseconds where jcstress expects nanoseconds, so strides are small. The longer a stride, the farther one
 * actor gets ahead of the other.
 *
 * @param name the last word of the package
 * @param stride how many of a test run in a row, before the actors wait for each other
 * @param strides how many of these are prepared at a time
 * @param jvmArgs arguments of the JVM
 */
record Protocols(String name, int stride, int strides, List<String> jvmArgs) {
    private static final Pattern TEST = Pattern.compile("dev\\.slipstream\\.stress\\.(\\w+)\\.[A-Za-z]+_(\\w+?)_jcstress");
    private static final String BROKEN = "Broken";

    /** Returns those of all packages. */
    static List<Protocols> all() throws IOException {
        return generated().map(test -> test.group(1)).distinct().sorted().map(Protocols::of).toList();
    }

    private static Protocols of(String name) {
        return switch (name) {
            case "arenas" -> new Protocols(name, 8, 16, List.of("-javaagent:" + ForkedJvm.JAR + "=quiet,arenas",
                    "--add-opens=java.base/jdk.internal.foreign=ALL-UNNAMED"));
            case "buffering" -> new Protocols(name, 8, 8, List.of("--add-opens=java.base/java.io=ALL-UNNAMED"));
            default -> new Protocols(name, 4, 4, List.of());
        };
    }

    /** Returns all tests: the package and the simple name of each. */
    private static Stream<MatchResult> generated() throws IOException {
        try (InputStream list = Protocols.class.getResourceAsStream("/META-INF/TestList")) {
            return TEST.matcher(new String(list.readAllBytes(), StandardCharsets.UTF_8)).results();
        }
    }

    /** Returns a regular expression for the tests that must pass. */
    String tests() {
        return "\\.stress\\." + name + "\\.\\w+\\.(?!" + BROKEN + ")\\w+$";
    }

    /** Returns the simple names of the tests that must fail. */
    Set<String> broken() throws IOException {
        return generated().filter(test -> test.group(1).equals(name) && test.group(2).startsWith(BROKEN))
                .map(test -> test.group(2)).collect(Collectors.toSet());
    }

    static List<String> allJvmArgs() throws IOException {
        return all().stream().flatMap(each -> each.jvmArgs.stream()).toList();
    }

    /** Returns the JDKs to test on that have virtual threads, oldest first; if there are none, this one. */
    static List<TestJdk> jdks() {
        List<TestJdk> found = TestJdk.all().stream().filter(TestJdk::hasVirtualThreads).toList();
        return found.isEmpty() ? List.of(TestJdk.current()) : found;
    }

    @Override
    public String toString() {
        return name;
    }
}
