package dev.slipstream.it.naming;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.Programs;
import dev.slipstream.it.program.common.Settled;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.TestJdk;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Test of renames under a security manager, which JDK 24 and later do not support. */
class NamingSecurityTest {
    private static final String PROGRAM = Programs.PACKAGE + "naming.SecuredNames";
    private static final String ALLOWED = "-Djava.security.manager=allow";

    @TempDir
    private Path folder;

    /** Compares with a JVM without the agent: the Java names, the native names, the manager's checks, and what it forbids. */
    private Ended same(TestJdk jdk, String options, String what) throws Exception {
        Ended stock = Programs.on(jdk).with(ALLOWED).run(PROGRAM, Settled.AT_ONCE, what);
        assertThat(stock.exitCode()).as("%s", stock).isZero();
        assertThat(stock.out()).as("%s", stock).contains("known-11: known-11 [access by SecuredNames]\n",
                "forbidden: known-11 [access by SecuredNames] java.lang.SecurityException: not to be renamed\n");
        boolean atOnce = options.contains("mode=");
        String expected = atOnce ? Settled.AT_ONCE : Files.writeString(folder.resolve("expected"), stock.out()).toString();
        Ended ended = Programs.on(jdk).with(ALLOWED).withAgent(options).run(PROGRAM, expected, what);
        assertThat(ended.out()).as("%s", ended).isEqualTo(stock.out());
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        return ended;
    }

    @OnEveryJdk(to = 23)
    void theManagerIsAskedOnce(TestJdk jdk) throws Exception {
        assertThat(said(same(jdk, "quiet,naming", "records"))).isEmpty();
    }

    @OnEveryJdk(from = 21, to = 23)
    void theManagerIsAskedOnceInImmediateMode(TestJdk jdk) throws Exception {
        assertThat(said(same(jdk, "quiet,naming.mode=immediate", "records"))).isEmpty();
    }

    @OnEveryJdk(to = 23)
    void theManagerIsAskedOnceInSkipMode(TestJdk jdk) throws Exception {
        assertThat(said(same(jdk, "quiet,naming.mode=skip", "records"))).isEmpty();
    }

    @OnEveryJdk(to = 23)
    void aNameFileThatTheManagerDoesNotLetUsOpen(TestJdk jdk) throws Exception {
        assertThat(said(same(jdk, "quiet,naming", "locks")))
                .isEqualTo("slipstream: naming leaves some threads to the JDK: not to be opened\n");
    }

    /** The native name lags behind by the interval. So the thread has its name file, though the application may not open it. */
    @OnEveryJdk(to = 23)
    void thePolicyIsNotOurs(TestJdk jdk) throws Exception {
        Ended ended = Programs.on(jdk).with(ALLOWED).withAgent("quiet,naming,naming.interval=5000").run(PROGRAM, Settled.AT_ONCE,
                "policy");
        assertThat(ended.out()).as("%s", ended).isEqualTo("at once known-7\nmay not look\n");
        assertThat(said(ended)).as("%s", ended).isEmpty();
    }

    /** Returns the standard error without the warnings of the JVM about security managers. */
    private static String said(Ended ended) {
        StringBuilder said = new StringBuilder();
        ended.err().lines().filter(line -> !line.startsWith("WARNING: ")).forEach(line -> said.append(line).append('\n'));
        return said.toString();
    }
}
