package dev.slipstream.lab.experiment.naming;

import static dev.slipstream.lab.Subject.defaults;
import static dev.slipstream.lab.Subject.slipstream;
import static dev.slipstream.lab.Subject.stock;
import static dev.slipstream.lab.Subject.twin;

import dev.slipstream.lab.Bench;
import dev.slipstream.lab.Claim;
import dev.slipstream.lab.Part;
import dev.slipstream.lab.Part.Axis;
import dev.slipstream.lab.Subject;
import dev.slipstream.lab.Workload;
import dev.slipstream.lab.experiment.startup.StartUps;
import dev.slipstream.lab.stats.Bar;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The parts of the naming experiment that measure the remedy's cost, and the controls. */
final class NamingCosts {
    private static final List<Integer> TWO = List.of(21, 25);

    /** Distinguishing one nanosecond of ten, or one rename in a thread's life, from noise takes many pairs. */
    private static final double NARROW = 2;

    /** Far below any claimed gain, and above what the remedy may add. */
    private static final double TOLERANCE = 0.25;

    private static final Claim NOISE = Claim.control(twin(21), TOLERANCE, stock(21));

    private NamingCosts() {
    }

    private static List<Claim> controls(List<Integer> features) {
        return features.stream().map(feature -> Claim.control(slipstream(feature), TOLERANCE, stock(feature))).toList();
    }

    /** Returns controls that are headlines on JDK 21. */
    private static List<Claim> otherControls() {
        return controls(TWO).stream().map(claim -> claim.asHeadlineOn(21)).toList();
    }

    private static List<Claim> atMostANanosecond(List<Integer> features) {
        Bar bar = new Bar.AtMostMore(Duration.ofNanos(1), TimeUnit.NANOSECONDS);
        return features.stream().map(feature -> new Claim(slipstream(feature), bar, stock(feature))).toList();
    }

    /** Returns the controls in which stock makes no system call to save: a gain here would be a measurement error. */
    static Part nothingToGain() {
        int pairs = Bench.pairs(NARROW);
        return Part.of("e", "Control: where there is nothing to gain",
                other(TWO, pairs).claiming(withNoise(otherControls(), atMostANanosecond(TWO))),
                Workload.of("e-virtual", "a virtual thread renames itself",
                        NamingExperiment.benchmark(RenameVirtual.class, "run", Map.of()), pairs, pairs,
                        subjects(TWO, false)).claiming(atMostANanosecond(TWO)),
                Workload.of("e-get-name", "a thread asks for its name",
                        NamingExperiment.benchmark(GetName.class, "run", Map.of()), pairs, pairs,
                        subjects(List.of(21), true)).claiming(withNoise(controls(List.of(21)), List.of())));
    }

    private static Workload other(List<Integer> features, int pairs) {
        return Workload.of("e-other", "a thread renames another one, fastest iterations",
                NamingExperiment.benchmark(RenameOther.class, "run", Map.of()).byFastest(), pairs, pairs,
                subjects(features, true));
    }

    /**
     * Returns the part with short-lived threads. The remedy leaves a thread's first 8 renames to the JDK; soon after, its set-up
     * begins to pay off.
     */
    static Part shortLived() {
        return Part.of("f", "Threads that live for a few renames",
                shortLived(1).claiming(List.of(new Claim(slipstream(21), new Bar.NoCost(0.05), stock(21)))),
                shortLived(8).claiming(List.of(new Claim(slipstream(21), new Bar.NoCost(0.05), stock(21)))),
                shortLived(64), shortLived(512))
                .along(new Axis("renames", "", true));
    }

    private static Workload shortLived(int renames) {
        Map<Subject, Double> subjects = subjects(List.of(21), false);
        int pairs = Bench.pairs(NARROW);
        return Workload.of("f-" + renames + "-renames", "renames itself " + times(renames),
                NamingExperiment.benchmark(ShortLived.class, "run", Map.of("renames", Integer.toString(renames))),
                pairs, pairs, subjects).at(renames);
    }

    /**
     * Returns the start-up costs of this remedy alone, and of all remedies that are on by default. They are measured here since
     * this remedy works on every JDK.
     */
    static Part startUp() {
        return Part.of("g", "What it costs to install, alone and with all that is on by default",
                StartUps.of("g-start-up-all", TWO, feature -> {
                    Map<Subject, Double> installed = new LinkedHashMap<>();
                    installed.put(slipstream(feature), 0.2);
                    installed.put(defaults(feature), 0.2);
                    return installed;
                }));
    }

    private static String times(int renames) {
        return renames == 1 ? "once" : renames + " times";
    }

    private static Map<Subject, Double> subjects(List<Integer> features, boolean withTwin) {
        Map<Subject, Double> subjects = new LinkedHashMap<>();
        for (int feature : features) {
            subjects.put(stock(feature), NamingExperiment.ITERATION_SECONDS);
            subjects.put(slipstream(feature), NamingExperiment.ITERATION_SECONDS);
        }
        if (withTwin) {
            subjects.put(twin(21), NamingExperiment.ITERATION_SECONDS);
        }
        return subjects;
    }

    private static List<Claim> withNoise(List<Claim> controls, List<Claim> claims) {
        return Stream.of(controls, List.of(NOISE), claims).flatMap(List::stream).toList();
    }
}
