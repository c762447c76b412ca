package dev.slipstream.lab.experiment.arenas;

import static dev.slipstream.results.Subject.Kind.LIBRARY;
import static dev.slipstream.results.Subject.Kind.STOCK;

import dev.slipstream.results.Bench;
import dev.slipstream.results.Benchmark;
import dev.slipstream.results.Claim;
import dev.slipstream.results.LibraryParts;
import dev.slipstream.results.Part;
import dev.slipstream.results.Subject;
import dev.slipstream.results.Workload;
import dev.slipstream.results.stats.Bar;
import java.util.List;
import java.util.Map;

/**
 * The parts of the arenas experiment about the library (subject "library"), against the usual alternatives (subject "stock"): its
 * lifetime, and its group, which makes many closes for the cost of one.
 */
public final class ArenasLibrary implements LibraryParts {
    private static final List<Integer> BOTH = List.of(17, 25);
    private static final Bar FASTER = new Bar.Faster(4);

    /** The alternative also adds to one of a few cells, and has fewer checks before and after. */
    private static final Bar AS_FAST = new Bar.AtMost(1.15);

    @Override
    public String remedy() {
        return "arenas";
    }

    @Override
    public List<Part> parts(Bench bench) {
        return List.of(lifetimes(), groups());
    }

    private static Part lifetimes() {
        return Part.of("g", "The library's lifetime of a resource (library) against others (stock)",
                lifetime("cas", "one counter, one thread", "run", new Bar.AtMost(1.5)),
                lifetime("cas", "one counter, two threads", "byTwo", FASTER),
                lifetime("stamped", "a StampedLock, two threads", "byTwo", FASTER),
                lifetime("adder", "two LongAdders, two threads", "byTwo", AS_FAST));
    }

    private static Workload lifetime(String other, String title, String method, Bar bar) {
        return against("g-" + other + (method.equals("run") ? "-one" : "-two"), title, use(method, other), use(method, "library"),
                bar, BOTH);
    }

    private static Benchmark use(String method, String implementation) {
        return ArenasExperiment.benchmark(LifetimeUse.class, method, Map.of("implementation", implementation))
                .withJvmArgs(List.of());
    }

    private static Part groups() {
        return Part.of("h", "Shared arenas (stock) against a group's members (library), per arena",
                group("h-together", CloseMany.ARENAS + ", all open, then closed", "together"),
                group("h-one-after-the-other", CloseMany.ARENAS + ", opened and closed one after the other",
                        "oneAfterTheOther"),
                against("h-segment", CloseSegment.FILES + " mapped files, as a segment of an index", segment("shared"),
                        segment("group"), new Bar.Faster(2), ArenasExperiment.NEEDED));
    }

    private static Benchmark segment(String kind) {
        return ArenasExperiment.benchmark(CloseSegment.class, "live", Map.of("kind", kind));
    }

    private static Workload group(String id, String title, String method) {
        return against(id, title, close(method, "shared"), close(method, "group"), new Bar.Faster(2), ArenasExperiment.NEEDED);
    }

    private static Benchmark close(String method, String kind) {
        return ArenasExperiment.benchmark(CloseMany.class, method, Map.of("kind", kind));
    }

    private static Workload against(
            String id, String title, Benchmark other, Benchmark library, Bar bar, List<Integer> features) {
        return Workload.of(id, title, other, Bench.pairs(1),
                Subject.ofEach(features, ArenasExperiment.ITERATION_SECONDS, STOCK, LIBRARY))
                .withCounterpart(library)
                .claiming(features.stream().map(feature -> new Claim(LIBRARY.on(feature), bar, STOCK.on(feature))).toList());
    }
}
