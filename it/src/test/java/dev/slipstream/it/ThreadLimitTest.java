package dev.slipstream.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.NeedsRights;
import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.Programs;
import dev.slipstream.it.common.Scratch;
import dev.slipstream.it.program.Nothing;
import dev.slipstream.lab.experiment.Experiments;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Rights;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Test of processes at their limits: no thread is requested over and over, and the application starts. */
class ThreadLimitTest {
    /** The limit applies to all processes of a user, but not to root's: each JVM is the only one of its user. */
    private static final AtomicInteger USERS = new AtomicInteger(54_321);

    private static final int ROOM = 120;

    /** Room for 256 carriers and the other threads of a JVM. */
    private static final int ROOM_FOR_CARRIERS = 300;

    /** Failed attempts in three seconds, at one per second. The program itself meets the limit once. */
    private static final int MOST_OF_ONE = 4;
    private static final int MOST_OF_THE_PROGRAM = 1;

    private static final String PROGRAM = Programs.PACKAGE + "Nothing";
    private static final int LOWEST = 4;
    private static final int LIMITS = 12;

    /** Threads that Slipstream starts before the JVM starts its last own ones. */
    private static final int OUR_THREADS = 6;

    /** The two jars of the class path, in which the JVM looks for the agent first, and a second descriptor for the agent's jar. */
    private static final int OUR_FILES = 3;

    @TempDir
    private Path folder;

    /** Returns a JVM that may have {@code room} threads. A namespace of its own counts a user's threads anew. */
    private static ForkedJvm limited(TestJdk jdk, int room) {
        return Programs.on(jdk).under(Rights.areRoots() ? Rights.asUser(USERS.getAndIncrement()) : new String[] {"unshare", "-r"})
                .under("prlimit", "--nproc=" + room).with("-XX:+UseSerialGC", "-XX:-UseDynamicNumberOfCompilerThreads");
    }

    private static ForkedJvm withFiles(TestJdk jdk, int files) {
        return Programs.on(jdk).under("prlimit", "--nofile=" + files).with("-XX:+UseSerialGC", "-XX:-MaxFDLimit");
    }

    /**
     * Starts the application at several limits, the lowest of which leaves our agent a little more than an agent that does nothing
     * needs.
     */
    private void starts(int more, IntFunction<ForkedJvm> limited) throws Exception {
        String nothing = "-javaagent:" + Scratch.agentJar(Nothing.class, folder);
        int limit = LOWEST;
        while (limited.apply(limit).with(nothing).run(PROGRAM).exitCode() != 0) {
            assertThat(++limit).isLessThan(ROOM);
        }
        for (int ample = limit + more; ample < limit + more + LIMITS; ample++) {
            Ended ours = limited.apply(ample).withAgent(String.join(",", Experiments.remedies())).run(PROGRAM);
            assertThat(ours.exitCode()).as("%d: %s", ample, ours).isZero();
            assertThat(ours.out().lines()).as("%d: %s", ample, ours).contains("done");
        }
    }

    @Tag("long")
    @OnEveryJdk
    void startsWithFewThreads(TestJdk jdk) throws Exception {
        if (limited(jdk, ROOM).isRefused()) {
            return;
        }
        starts(OUR_THREADS, room -> limited(jdk, room));
    }

    @Tag("long")
    @OnEveryJdk
    void startsWithFewFiles(TestJdk jdk) throws Exception {
        starts(OUR_FILES, files -> withFiles(jdk, files));
    }

    /**
     * The JDK's own compensation, such as that of {@code Object.wait} on JDK 21, throws if it cannot get a thread. It has at most
     * 256 carriers, and must not be allowed more than there are threads for.
     */
    @NeedsRights
    @OnEveryJdk(from = 21)
    void waitsInMonitorsAsOnStock(TestJdk jdk) throws Exception {
        if (limited(jdk, ROOM_FOR_CARRIERS).isRefused()) {
            return;
        }
        for (ForkedJvm jvm : List.of(limited(jdk, ROOM_FOR_CARRIERS),
                limited(jdk, ROOM_FOR_CARRIERS).withAgent("pinning,quiet"))) {
            Ended ended = jvm.run(Programs.PACKAGE + "pinning.Carriers$Waits", "600");
            assertThat(ended.out()).as("%s", ended).isEqualTo("600 waited, 0 could not\n");
            assertThat(ended.err().lines()).as("%s", ended).allMatch(line -> line.contains("is at its maximum of carriers"));
        }
    }

    @NeedsRights
    @OnEveryJdk(from = 21)
    void oneAttemptASecond(TestJdk jdk) throws Exception {
        if (limited(jdk, ROOM).isRefused()) {
            return;
        }
        try (Running jvm = limited(jdk, ROOM).with(Programs.JVM_OPTIONS)
                .withAgent("pinning,arenas,quiet").start(Programs.CONSOLE)) {
            assertThat(jvm.ask("call ThreadLimit contend")).as("%s", jvm.out()).isEqualTo("false true");
            // Three parties request threads: arenas, a pinned park, and the keeper.
            assertThat(failures(jvm)).as("%s", jvm.out()).isBetween(2L, MOST_OF_THE_PROGRAM + 3L * MOST_OF_ONE);
            assertThat(jvm.err()).isEmpty();
        }
    }

    /** Since JDK 26 a virtual thread that waits for the initialisation of a class leaves its carrier. */
    @OnEveryJdk(from = 21, to = 25)
    void oneAttemptASecondWhileACarrierIsStuck(TestJdk jdk) throws Exception {
        if (limited(jdk, ROOM).isRefused()) {
            return;
        }
        try (Running jvm = limited(jdk, ROOM).with(Programs.JVM_OPTIONS).withAgent("pinning,quiet")
                .start(Programs.CONSOLE)) {
            assertThat(jvm.ask("call ThreadLimit starve")).as("%s", jvm.out()).isEqualTo("all ended");
            assertThat(failures(jvm)).as("%s", jvm.out()).isBetween(2L, (long) MOST_OF_THE_PROGRAM + MOST_OF_ONE);
            assertThat(jvm.err()).isEmpty();
        }
    }

    private static long failures(Running jvm) throws IOException {
        return jvm.out().lines().filter(line -> line.contains("pthread_create")).count();
    }
}
