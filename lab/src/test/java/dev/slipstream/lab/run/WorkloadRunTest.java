package dev.slipstream.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.lab.Bench;
import dev.slipstream.lab.Claim;
import dev.slipstream.lab.Size;
import dev.slipstream.lab.Subject;
import dev.slipstream.lab.Workload;
import dev.slipstream.lab.jdk.Jdk;
import dev.slipstream.lab.result.WorkloadResult;
import dev.slipstream.lab.stats.Bar;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkloadRunTest {
    /** The JDK of the test, called something else. */
    private static final int ALIAS = 99;

    @TempDir
    private Path logs;

    @Test
    void slowSubjectsLeaveEarly() throws Exception {
        Subject fast = Subject.stock(Tiny.FEATURE);
        Subject slow = Subject.stock(ALIAS);
        Map<Subject, Double> seconds = new LinkedHashMap<>();
        seconds.put(slow, 2 * Workload.SLOW_SECONDS);
        seconds.put(fast, 0.1);
        Workload workload = Tiny.workload(1, 3, seconds, new Claim(fast, new Bar.Faster(2), slow));

        WorkloadResult result = run(workload, Tiny.jdk());

        assertThat(result.subjects().get(0).scores()).hasSize(1);
        assertThat(result.subjects().get(1).scores()).hasSize(3);
        assertThat(result.claims().get(0).ratios()).hasSize(1);
    }

    private WorkloadResult run(Workload workload, Jdk jdk) throws InterruptedException {
        Map<Integer, Jdk> jdks = Map.of(Tiny.FEATURE, jdk, ALIAS, jdk);
        Bench bench = new Bench(jdks, Set.of(), Optional.empty(), Size.QUICK, OptionalInt.empty());
        Schedule schedule = new Schedule();
        workload.subjects().forEach((subject, seconds) ->
                schedule.add(workload.id() + " " + subject, workload.pairs(subject), seconds));
        Progress silent = new ProgressInLines(schedule, new PrintStream(OutputStream.nullOutputStream()));
        return new WorkloadRun("pinning", workload, new StepRunner(bench, logs, schedule, silent)).run(new ArrayList<>());
    }
}
