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

    /** Of arenas and of pinning: one a second of three, and one more; the program itself meets the limit once. */
    private static final int MOST_FAILURES = 9;

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

    @OnEveryJdk(from = 21)
    void oneAttemptASecond(Jdk jdk) throws Exception {
        boolean root = System.getProperty("user.name").equals("root");
        List<String> command = new ArrayList<>(root ? AS_USER : List.of());
        command.addAll(List.of("prlimit", "--nproc=" + (ROOM + (root ? 0 : threadsOfThisUser()))));
        try (Running jvm = Jvm.on(jdk).under(command.toArray(String[]::new)).with(Works.JVM_OPTIONS.toArray(String[]::new))
                .with("-XX:+UseSerialGC", "-XX:-UseDynamicNumberOfCompilerThreads")
                .withAgent("pinning,arenas,quiet").start("dev.slipstream.it.program.Console")) {
            assertThat(jvm.ask("call ThreadLimit contend")).as("%s", jvm.out()).isEqualTo("false true");
            long failures = jvm.out().lines().filter(line -> line.contains("pthread_create")).count();
            assertThat(failures).as("%s", jvm.out()).isBetween(2L, (long) MOST_FAILURES);
            assertThat(jvm.err()).isEmpty();
        }
    }
}
