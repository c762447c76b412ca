package dev.slipstream.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.program.Works;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Where the system gives the process no more threads, nothing asks for one again and again. */
class ThreadLimitTest {
    /** The system limits users, and root not at all; no other process is of this one. */
    private static final String USER = "54321";
    private static final List<String> AS_USER = List.of("setpriv", "--reuid=" + USER, "--regid=" + USER, "--clear-groups",
            "--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search");

    private static final int ROOM = 120;

    /** For 256, and what a JVM has besides. */
    private static final int ROOM_FOR_CARRIERS = 300;

    /** In three seconds, with an attempt a second; the program itself meets the limit once. */
    private static final int MOST_OF_ONE = 4;
    private static final int MOST_OF_THE_PROGRAM = 1;

    private static long threadsOfThisUser() throws IOException {
        Object user = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
        long threads = 0;
        for (File process : new File("/proc").listFiles((folder, name) -> name.matches("\\d+"))) {
            File[] tasks = new File(process, "task").listFiles();
            if (tasks != null && Files.getAttribute(process.toPath(), "unix:uid").equals(user)) {
                threads += tasks.length;
            }
        }
        return threads;
    }

    /** @param room how many threads it may have */
    private static Jvm limited(Jdk jdk, int room) throws IOException {
        boolean root = System.getProperty("user.name").equals("root");
        List<String> command = new ArrayList<>(root ? AS_USER : List.of());
        command.addAll(List.of("prlimit", "--nproc=" + (room + (root ? 0 : threadsOfThisUser()))));
        return Jvm.on(jdk).under(command.toArray(String[]::new))
                .with("-XX:+UseSerialGC", "-XX:-UseDynamicNumberOfCompilerThreads");
    }

    /**
     * The JDK's own compensation, such as that of {@code Object.wait} on JDK 21, throws where it cannot have a thread. It has at
     * most 256 carriers, and must not be allowed more than there are threads for.
     */
    @OnEveryJdk(from = 21)
    void waitsInMonitorsAsOnStock(Jdk jdk) throws Exception {
        for (Jvm jvm : List.of(limited(jdk, ROOM_FOR_CARRIERS), limited(jdk, ROOM_FOR_CARRIERS).withAgent("pinning,quiet"))) {
            Ended ended = jvm.run("dev.slipstream.it.program.Waits", "600");
            assertThat(ended.out()).as("%s", ended).isEqualTo("600 waited, 0 could not\n");
            assertThat(ended.err().lines()).as("%s", ended).allMatch(line -> line.contains("is at its maximum of carriers"));
        }
    }

    @OnEveryJdk(from = 21)
    void oneAttemptASecond(Jdk jdk) throws Exception {
        try (Running jvm = limited(jdk, ROOM).with(Works.JVM_OPTIONS.toArray(String[]::new))
                .withAgent("pinning,arenas,quiet").start("dev.slipstream.it.program.Console")) {
            assertThat(jvm.ask("call ThreadLimit contend")).as("%s", jvm.out()).isEqualTo("false true");
            // Arenas, a pinned park, and the keeper.
            assertThat(failures(jvm)).as("%s", jvm.out()).isBetween(2L, MOST_OF_THE_PROGRAM + 3L * MOST_OF_ONE);
            assertThat(jvm.err()).isEmpty();
        }
    }

    /** Since JDK 26 a virtual thread that waits for a class leaves its carrier. */
    @OnEveryJdk(from = 21, to = 25)
    void oneAttemptASecondWhileACarrierIsStuck(Jdk jdk) throws Exception {
        try (Running jvm = limited(jdk, ROOM).with(Works.JVM_OPTIONS.toArray(String[]::new)).withAgent("pinning,quiet")
                .start("dev.slipstream.it.program.Console")) {
            assertThat(jvm.ask("call ThreadLimit starve")).as("%s", jvm.out()).isEqualTo("all ended");
            assertThat(failures(jvm)).as("%s", jvm.out()).isBetween(2L, (long) MOST_OF_THE_PROGRAM + MOST_OF_ONE);
            assertThat(jvm.err()).isEmpty();
        }
    }

    private static long failures(Running jvm) throws IOException {
        return jvm.out().lines().filter(line -> line.contains("pthread_create")).count();
    }
}
