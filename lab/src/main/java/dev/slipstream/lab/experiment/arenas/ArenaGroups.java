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

/** The part of the arenas experiment about the library's group: many closes for the cost of one. */
final class ArenaGroups {
    private static final Bar FASTER = new Bar.Faster(2);

    private ArenaGroups() {
    }

    static Part part() {
        List<Integer> features = ArenasExperiment.NEEDED;
        return Part.of("h", CloseMany.ARENAS + " shared arenas (stock) against a group's members (library), per arena",
                close("together", "all open, then closed", features),
                close("oneAfterTheOther", "opened and closed one after the other", features));
    }

    private static Workload close(String method, String title, List<Integer> features) {
        Map<Subject, Double> subjects = new LinkedHashMap<>();
        features.forEach(feature -> {
            subjects.put(stock(feature), ArenasExperiment.ITERATION_SECONDS);
            subjects.put(library(feature), ArenasExperiment.ITERATION_SECONDS);
        });
        String id = method.equals("together") ? "h-together" : "h-one-after-the-other";
        return Workload.of(id, title, close(method, "shared"), Bench.pairs(1), Bench.pairs(1), subjects)
                .withCounterpart(close(method, "group"))
                .claiming(features.stream().map(feature -> new Claim(library(feature), FASTER, stock(feature))).toList());
    }

    private static Benchmark close(String method, String kind) {
        return ArenasExperiment.benchmark(CloseMany.class, method, Map.of("kind", kind));
    }
}
