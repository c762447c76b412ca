package dev.slipstream.lab.run;

import dev.slipstream.lab.Bench.Jvm;
import dev.slipstream.lab.Benchmark;
import dev.slipstream.lab.Claim;
import dev.slipstream.lab.Subject;
import dev.slipstream.lab.Workload;
import dev.slipstream.lab.experiment.pinning.PinnedSleep;
import dev.slipstream.lab.jdk.Jdk;
import dev.slipstream.lab.jdk.Jdk.NoJdkException;
import dev.slipstream.lab.result.Environment;
import dev.slipstream.lab.run.Prover.Heading;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A workload that is over at once, on the JDK of the test. */
final class Tiny {
    static final int FEATURE = Runtime.version().feature();

    private Tiny() {
    }

    static Jdk jdk() throws NoJdkException {
        return Jdk.at(Path.of(System.getProperty("java.home")));
    }

    static Jvm jvm(String... args) throws NoJdkException {
        return new Jvm(jdk(), List.of(args));
    }

    /** As little as can be said of a machine. */
    static Heading heading() {
        Environment nowhere = new Environment(
                "a CPU", 1, null, "a kernel", "amd64", null, null, null, List.of(), Map.of(), null, null, List.of());
        return new Heading("0", List.of("prove"), "2026-01-01T00:00:00Z", () -> nowhere);
    }

    static Workload workload(long sleepMillis, int pairs, List<Subject> subjects, Claim... claims) {
        Map<Subject, Double> seconds = new LinkedHashMap<>();
        subjects.forEach(subject -> seconds.put(subject, 0.1));
        return workload(sleepMillis, pairs, seconds, claims);
    }

    static Workload workload(long sleepMillis, int pairs, Map<Subject, Double> seconds, Claim... claims) {
        return Workload.of("tiny", "four threads", sleeping(sleepMillis), pairs, 1, seconds).claiming(List.of(claims));
    }

    static Benchmark sleeping(long millis) {
        Map<String, String> params =
                Map.of("threads", "4", "rounds", "10", "sleepMillis", Long.toString(millis), "lock", "own");
        return Benchmark.once(PinnedSleep.class.getName() + ".run", params);
    }
}
