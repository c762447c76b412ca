package dev.slipstream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.Jdk;
import dev.slipstream.testkit.Jvm;
import java.io.IOException;
import java.nio.file.Path;

/** Runner of programs in forked JVMs, with the library on the class path. */
public final class Forked {
    private static final Path TARGET = Jvm.ROOT.resolve("library/target");

    private Forked() {
    }

    public static Jvm on(Jdk jdk) {
        return Jvm.on(jdk, TARGET.resolve("classes") + ":" + TARGET.resolve("test-classes"));
    }

    /** Permits native calls, on JDKs that have the option. */
    public static Jvm withNativeAccessOn(Jdk jdk) {
        return jdk.hasVirtualThreads() ? on(jdk).with("--enable-native-access=ALL-UNNAMED") : on(jdk);
    }

    /**
     * Runs a main class until it exits, which must be with status 0.
     *
     * @return the complete output, what it has written to stderr last
     */
    public static String run(Jvm jvm, Class<?> main, String... arguments) throws IOException, InterruptedException {
        Ended ended = jvm.run(main.getName(), arguments);
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        return ended.out() + ended.err();
    }
}
