package dev.slipstream.diagnose.priority;

import dev.slipstream.diagnose.detect.Detector;
import dev.slipstream.diagnose.detect.DiagnosisContext;
import dev.slipstream.diagnose.detect.Observation;
import dev.slipstream.diagnose.priority.IgnoredPriorities.Ignored;
import dev.slipstream.diagnose.profile.Profile;
import dev.slipstream.diagnose.profile.Profile.SampleScale;
import dev.slipstream.diagnose.profile.ThreadUse;
import dev.slipstream.diagnose.result.Finding;
import dev.slipstream.diagnose.result.Finding.Amount;
import dev.slipstream.diagnose.result.Finding.Share;
import dev.slipstream.diagnose.result.Finding.Verdict;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Detects threads whose priorities are ignored, and their share of the processor time. */
public final class PriorityDetector implements Detector {
    /** The first JDK that the remedy works on. */
    private static final int SINCE = 21;

    private static final int SHOWN = 5;
    private static final double BUSY = 0.9;
    private static final String RISK = "A thread of low priority that holds a lock makes others wait longer than before; without "
            + "permission to raise priorities, a lowered thread stays low.";

    private IgnoredPriorities found;

    /** How busy the processors were that the JVM may use, from 0 to 1; NaN if that cannot be told. */
    private double busy = Double.NaN;

    @Override
    public String remedy() {
        return "priority";
    }

    @Override
    public void observed(Observation seen) {
        if (seen instanceof IgnoredPriorities now) {
            found(now);
        }
    }

    private void found(IgnoredPriorities now) {
        if (found == null) {
            found = now;
            return;
        }
        List<Ignored> both = new ArrayList<>(found.threads());
        now.threads().stream().filter(thread -> both.stream().noneMatch(old -> old.nativeId() == thread.nativeId()))
                .forEach(both::add);
        busy = found.times().isEmpty() || now.times().isEmpty() ? Double.NaN : now.times().get().since(found.times().get());
        found = new IgnoredPriorities(both, Math.max(found.unclear(), now.unclear()), found.times());
    }

    @Override
    public double share(DiagnosisContext seen, Profile span, SampleScale scale) {
        double all = span.processors(scale);
        if (found == null || scale.loaded() == 0 || all == 0) {
            return Double.NaN;
        }
        Set<Object> threads = new HashSet<>();
        for (Ignored thread : found.threads()) {
            Object id = seen.loads().byOsId(thread.nativeId());
            if (id != null) {
                threads.add(id);
            }
        }
        double there = 0;
        for (Object id : threads) {
            ThreadUse use = span.seen(id);
            there += use == null ? 0 : Profile.processors(use, scale);
        }
        return there / all;
    }

    @Override
    public Finding finding(DiagnosisContext seen) {
        if (found == null) {
            return Detector.unknown(remedy(), RISK, List.of(), "A recording does not contain the priorities of threads; "
                    + "diagnose the running JVM.");
        }
        double share = share(seen, seen.profile(), seen.scale());
        List<Amount> amounts = new ArrayList<>();
        amounts.add(new Amount("threads whose priority is ignored", found.threads().size(), ""));
        if (!Double.isNaN(busy)) {
            amounts.add(new Amount("use of the processors that this JVM may use, by all programs", busy * 100, "%"));
        }
        List<String> caveats = caveats(seen);
        if (Double.isNaN(share) && !found.threads().isEmpty()) {
            return Detector.unknown(remedy(), RISK, amounts, "Requires the event jdk.ThreadCPULoad, which was not recorded.");
        }
        double known = Double.isNaN(share) ? 0 : share;
        boolean paid = known >= TRIFLE;
        boolean helps = paid && (seen.jvm().feature() == 0 || seen.jvm().feature() >= SINCE);
        return new Finding(remedy(), paid ? Verdict.PAID : Verdict.NOT_PAID,
                Share.measured(known, DiagnosisContext.PROCESSOR_TIME), amounts,
                List.of(), paid ? saving(known) : List.of(), null, RISK, helps ? seen.command(remedy()) : "", caveats);
    }

    private List<String> caveats(DiagnosisContext seen) {
        List<String> caveats = new ArrayList<>();
        found.threads().stream().limit(SHOWN).forEach(thread -> caveats.add("Thread \"" + thread.name() + "\" has priority "
                + thread.priority() + " and nice value " + thread.nice() + "."));
        if (found.unclear() > 0) {
            caveats.add(found.unclear() + " threads could not be distinguished, since a name looks like several threads.");
        }
        if (!found.threads().isEmpty() && busy < BUSY) {
            caveats.add("A priority only matters where threads wait for a processor; on average " + Detector.percent(1 - busy)
                    + " of those that this JVM may use were free.");
        }
        if (!found.threads().isEmpty() && seen.jvm().feature() > 0 && seen.jvm().feature() < SINCE) {
            caveats.add("The remedy needs JDK 21 or later; the JVM's own -XX:ThreadPriorityPolicy=1 does the same for root.");
        }
        return caveats;
    }

    private static List<String> saving(double share) {
        return List.of(
                "threads whose priority is ignored take " + Detector.percent(share) + " of " + DiagnosisContext.PROCESSOR_TIME,
                "with the remedy they yield to other threads or precede them; no processor time is saved");
    }
}
