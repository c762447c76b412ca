package dev.slipstream.lab.experiment.arenas;

import static dev.slipstream.lab.Subject.library;
import static dev.slipstream.lab.Subject.stock;

import dev.slipstream.lab.Bench;
import dev.slipstream.lab.Benchmark;
import dev.slipstream.lab.Claim;
import dev.slipstream.lab.Part;
import dev.slipstream.lab.Subject;
import dev.slipstream.lab.Workload;
import dev.slipstream.lab.stats.Bar;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The part of the arenas experiment about the library: its lifetime (subject "library") against the usual alternatives (subject
 * "stock").
 */
final class Lifetimes {
    private static final List<Integer> BOTH = List.of(17, 25);
    private static final Bar FASTER = new Bar.Faster(4);

    /** The alternative also adds to one of a few cells, and has fewer checks before and after. */
    private static final Bar AS_FAST = new Bar.AtMost(1.15);

    private Lifetimes() {
    }

    static Part part() {
        return Part.of("g", "The library's lifetime of a resource (library) against others (stock)",
                against("cas", "one counter, one thread", "run", new Bar.AtMost(1.5), BOTH),
                against("cas", "one counter, two threads", "byTwo", FASTER, BOTH),
                against("stamped", "a StampedLock, two threads", "byTwo", FASTER, BOTH),
                against("adder", "two LongAdders, two threads", "byTwo", AS_FAST, BOTH));
    }

    private static Workload against(String other, String title, String method, Bar bar, List<Integer> features) {
        Map<Subject, Double> subjects = new LinkedHashMap<>();
        features.forEach(feature -> {
            subjects.put(stock(feature), ArenasExperiment.ITERATION_SECONDS);
            subjects.put(library(feature), ArenasExperiment.ITERATION_SECONDS);
        });
        String id = "g-" + other + (method.equals("run") ? "-one" : "-two");
        return Workload.of(id, title, use(method, other), Bench.pairs(1), Bench.pairs(1), subjects)
                .withCounterpart(use(method, "library"))
                .claiming(features.stream().map(feature -> new Claim(library(feature), bar, stock(feature))).toList());
    }

    private static Benchmark use(String method, String implementation) {
        return ArenasExperiment.benchmark(LifetimeUse.class, method, Map.of("implementation", implementation))
                .withJvmArgs(List.of());
    }
}
