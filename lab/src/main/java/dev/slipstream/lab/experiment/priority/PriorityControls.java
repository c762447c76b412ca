package dev.slipstream.lab.experiment.priority;

import static dev.slipstream.lab.Subject.floor;
import static dev.slipstream.lab.Subject.slipstream;
import static dev.slipstream.lab.Subject.stock;
import static dev.slipstream.lab.Subject.twin;

import dev.slipstream.lab.Bench;
import dev.slipstream.lab.Benchmark;
import dev.slipstream.lab.Claim;
import dev.slipstream.lab.Part;
import dev.slipstream.lab.Subject;
import dev.slipstream.lab.Workload;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The parts of the priority experiment in which a priority must not matter. Each thread has its own processor, and the resource
 * that they wait for is allocated without regard to nice values. The measured thread has the lower priority, since an effect would
 * slow it eight times as much as the other thread. In part b one of two workloads measures the higher priority.
 */
final class PriorityControls {
    private static final int LOW = Thread.MIN_PRIORITY;
    private static final int HIGH = Thread.MAX_PRIORITY;

    /** The JDK of the headline control. */
    private static final int HEADLINE = 21;

    /** Far below the factor of two or eight that a priority makes on a shared processor. */
    private static final double COMPUTING = 0.1;

    /** The split of a contended resource between two threads differs from fork to fork. */
    private static final double WAITING = 0.4;

    private PriorityControls() {
    }

    /** Returns the part with a processor for each thread, without competition. */
    static Part processors() {
        return Part.of("b", "Control: a processor each", free(HIGH, 21), free(LOW, 25));
    }

    static Workload free(int priority, int feature) {
        String title = "computing, priority " + priority + " beside " + (HIGH + LOW - priority);
        return workload("b-" + (priority == HIGH ? "high" : "low"), title,
                PriorityExperiment.computing(priority, "own", true), feature, COMPUTING);
    }

    static Part memory() {
        return Part.of("c", "Control: memory's bandwidth", withFloor(workload("c-memory", "copying memory, priority 1",
                contest(Copying.class, true, Map.of()), 25, WAITING), contest(Copying.class, false, Map.of())));
    }

    static Part files() {
        return Part.of("d", "Control: files", files("read", "reading from the file cache"),
                files("write", "writing to the file cache"), files("force", "writing to the disk"));
    }

    private static Workload files(String access, String title) {
        Map<String, String> params = Map.of("access", access);
        return withFloor(workload("d-" + access, title + ", priority 1",
                contest(FileAccess.class, true, params), 25, WAITING), contest(FileAccess.class, false, params));
    }

    static Part lock() {
        return Part.of("e", "Control: a lock", withFloor(workload("e-lock", "a lock that both want, priority 1",
                contest(Locking.class, true, Map.of()), 25, WAITING), contest(Locking.class, false, Map.of())));
    }

    private static Benchmark contest(Class<?> program, boolean rival, Map<String, String> params) {
        return PriorityExperiment.benchmark(program, LOW, "own", rival, params);
    }

    private static Workload workload(
            String id, String title, Benchmark benchmark, int feature, double tolerance) {
        Map<Subject, Double> subjects = new LinkedHashMap<>();
        List.of(stock(feature), slipstream(feature), twin(feature))
                .forEach(subject -> subjects.put(subject, PriorityExperiment.ITERATION_SECONDS));
        return Workload.of(id, title, benchmark, Bench.pairs(1), Bench.pairs(1), subjects).claiming(List.of(
                Claim.control(slipstream(feature), tolerance, stock(feature)).asHeadlineOn(HEADLINE),
                Claim.control(twin(feature), tolerance, stock(feature))));
    }

    /** Adds the measured thread alone as the floor, which shows that sharing the resource matters, although priority does not. */
    private static Workload withFloor(Workload of, Benchmark alone) {
        Map<Subject, Double> subjects = new LinkedHashMap<>(of.subjects());
        subjects.put(floor(25), PriorityExperiment.ITERATION_SECONDS);
        return Workload.of(of.id(), of.title(), of.benchmark(), of.pairs(), of.slowPairs(), subjects)
                .withCounterpart(alone).claiming(of.claims());
    }
}
