package dev.slipstream.lab.experiment.startup;

import static dev.slipstream.results.Subject.Kind.BAKED;
import static dev.slipstream.results.Subject.Kind.INERT;
import static dev.slipstream.results.Subject.Kind.STOCK;

import dev.slipstream.results.Bench;
import dev.slipstream.results.Benchmark;
import dev.slipstream.results.Claim;
import dev.slipstream.results.Subject;
import dev.slipstream.results.Workload;
import dev.slipstream.results.stats.Bar;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/**
 * The cost of installing remedies, against the agent with nothing installed. Stock shows what any agent costs in the JVM.
 */
public final class StartUps {
    private static final Bar AT_MOST = new Bar.AtMostMore(Duration.ofMillis(60), TimeUnit.SECONDS);

    /** Cold JVM runs are bimodal by chance. */
    private static final double NOISY = 2;

    private static final int CLASSES = 3_000;

    private StartUps() {}

    /**
     * Returns the workload of an empty main, from start to end.
     *
     * @param installed maps a feature release to the subjects with something installed, each with the seconds of one run
     */
    public static Workload of(String id, List<Integer> features, IntFunction<Map<Subject, Double>> installed) {
        return workload(id, "an empty main, from start to end", 0, 0.1, features, installed);
    }

    /**
     * Returns the workload of an application that loads 3,000 classes, from start to end. An agent may cost something at each.
     *
     * @param installed maps a feature release to the subjects with something installed, each with the seconds of one run
     */
    public static Workload loadingClasses(String id, List<Integer> features, IntFunction<Map<Subject, Double>> installed) {
        return workload(id, "3,000 classes loaded, from start to end", CLASSES, 0.6, features, installed);
    }

    /** Returns the workload of an empty main in a baked JDK, which costs no start. */
    public static Workload baked(String id, List<Integer> features) {
        return baked(id, "an empty main, from start to end", 0, 0.1, features);
    }

    /** Returns the workload of an application that loads 3,000 classes in a baked JDK. */
    public static Workload bakedLoadingClasses(String id, List<Integer> features) {
        return baked(id, "3,000 classes loaded, from start to end", CLASSES, 0.6, features);
    }

    private static Workload baked(String id, String title, int classes, double seconds, List<Integer> features) {
        List<Claim> claims = new ArrayList<>();
        features.forEach(feature -> claims.add(new Claim(BAKED.on(feature), new Bar.AtMost(1.02), STOCK.on(feature))));
        return Workload.of(id, title, benchmark(classes), Bench.pairs(NOISY),
                Subject.ofEach(features, seconds, STOCK, BAKED)).claiming(claims);
    }

    private static Benchmark benchmark(int classes) {
        return new Benchmark(StartUp.class.getName() + ".run", Map.of("classes", Integer.toString(classes)), List.of(), 3, 15);
    }

    private static Workload workload(String id, String title, int classes, double seconds, List<Integer> features,
            IntFunction<Map<Subject, Double>> installed) {
        Map<Subject, Double> subjects = new LinkedHashMap<>();
        List<Claim> claims = new ArrayList<>();
        for (int feature : features) {
            subjects.put(STOCK.on(feature), seconds);
            subjects.put(INERT.on(feature), seconds + 0.05);
            installed.apply(feature).forEach((subject, ofOneRun) -> {
                subjects.put(subject, ofOneRun);
                claims.add(new Claim(subject, AT_MOST, INERT.on(feature)));
            });
        }
        return Workload.of(id, title, benchmark(classes), Bench.pairs(NOISY), subjects).claiming(claims);
    }
}
