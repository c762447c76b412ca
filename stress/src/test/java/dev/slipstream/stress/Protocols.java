package dev.slipstream.stress;

import dev.slipstream.testkit.Jdk;
import dev.slipstream.testkit.Jvm;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The protocols of a remedy, or of the engine, which are the tests of its package.
 *
 * <p>A scenario takes microseconds where jcstress expects nanoseconds, so strides are small. The longer a stride, the farther one
 * actor gets ahead of the other.
 */
enum Protocols {
    ARENAS(8, 16, "-javaagent:" + Jvm.JAR + "=quiet,arenas",
            "--add-opens=java.base/jdk.internal.foreign=ALL-UNNAMED"),
    BUFFERING(8, 8, "--add-opens=java.base/java.io=ALL-UNNAMED"),
    ENGINE(4, 4),
    NAMING(4, 4),
    PINNING(4, 4),
    PRIORITY(4, 4);

    private static final Pattern BROKEN = Pattern.compile("dev\\.slipstream\\.stress\\.(\\w+)\\.[A-Za-z]+_(Broken\\w+?)_jcstress");

    /** Regular expression for the tests that must pass. */
    final String tests = "\\.stress\\." + name().toLowerCase(Locale.ROOT) + "\\.\\w+\\.(?!Broken)\\w+$";

    /** How many of a test run in a row, before the actors wait for each other. */
    final int stride;

    /** How many of these are prepared at a time. */
    final int strides;

    final List<String> jvmArgs;

    Protocols(int stride, int strides, String... jvmArgs) {
        this.stride = stride;
        this.strides = strides;
        this.jvmArgs = List.of(jvmArgs);
    }

    /** Returns the simple names of the tests that must fail. */
    Set<String> broken() throws IOException {
        try (InputStream list = Protocols.class.getResourceAsStream("/META-INF/TestList")) {
            return BROKEN.matcher(new String(list.readAllBytes(), StandardCharsets.UTF_8)).results()
                    .filter(test -> test.group(1).equalsIgnoreCase(name())).map(test -> test.group(2))
                    .collect(Collectors.toSet());
        }
    }

    static List<String> allJvmArgs() {
        return Stream.of(values()).flatMap(each -> each.jvmArgs.stream()).toList();
    }

    /** Returns the JDKs to test on that have virtual threads, oldest first; if there are none, this one. */
    static List<Jdk> jdks() {
        List<Jdk> found = Jdk.all().stream().filter(Jdk::hasVirtualThreads).toList();
        return found.isEmpty() ? List.of(Jdk.current()) : found;
    }
}
