package dev.slipstream.diagnose.naming;

import dev.slipstream.diagnose.detect.CostVerdict;
import dev.slipstream.diagnose.detect.Detector;
import dev.slipstream.diagnose.detect.DiagnosisContext;
import dev.slipstream.diagnose.detect.Sites;
import dev.slipstream.diagnose.event.Frame;
import dev.slipstream.diagnose.profile.Frames;
import dev.slipstream.diagnose.profile.Profile;
import dev.slipstream.diagnose.profile.Profile.SampleScale;
import dev.slipstream.diagnose.profile.ThreadCpuUsage;
import dev.slipstream.diagnose.profile.ThreadKey;
import dev.slipstream.diagnose.profile.ThreadUse;
import dev.slipstream.diagnose.result.Finding;
import dev.slipstream.diagnose.result.Finding.Amount;
import dev.slipstream.diagnose.result.Finding.Saved;
import dev.slipstream.diagnose.result.Finding.Share;
import dev.slipstream.diagnose.result.Finding.Verdict;
import dev.slipstream.diagnose.result.Poisson;
import dev.slipstream.diagnose.result.Slipstream;
import dev.slipstream.diagnose.threads.ThreadDump;
import dev.slipstream.diagnose.threads.ThreadDump.DumpedThread;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Detects threads that rename themselves. While a thread passes its new name to the operating system it is inside the JVM, where
 * the flight recorder takes no samples. The cost is therefore estimated from the system time of threads that were sampled just
 * before or after that, in Java.
 */
public final class NamingDetector implements Detector {
    private static final String RISK =
            "For up to 20 ms the operating system shows the previous name; Java sees the new one at once.";
    private static final String WORKER = "java.util.concurrent.ForkJoinWorkerThread";
    private static final Set<String> METHODS = Set.of("setName", "setNativeName");

    /** Fraction of rename time that samples capture (0.4 %). */
    private static final double SEEN = 0.004;

    /** Maximum by which the estimate grows for processor time that neither it nor samples explain. */
    private static final double MOST_UNEXPLAINED = 1.25;

    /** The longest tick, in seconds, by which a kernel splits processor time into user and system time. */
    private static final double TICK = 0.01;

    /** Share from which on a single sample suffices. */
    private static final double MUCH = 0.25;

    /** Time of a rename with the remedy, relative to the system call that it saves: 28 ns to 137 ns. */
    private static final double LEFT = 0.2;

    /**
     * Rename time in seconds below which a thread that began while it was recorded gains nothing: the JDK does its first renames, and
     * opening its name file takes as long as some 200 renames.
     */
    private static final double BRIEF = 100e-6;

    private final Sites sites = new Sites();
    private final SimilarThreads kin = new SimilarThreads();
    private int samples;

    /** Threads that dumps show busy, those of them in a rename, and the ids that the operating system has for the latter. */
    private int busy;
    private int dumped;
    private final Set<Long> dumpedIds = new HashSet<>();

    /** Threads seen to be workers of a fork-join pool: by samples, and by the ids that the operating system has for them. */
    private final Set<Object> workers = new HashSet<>();
    private final Set<Long> dumpedWorkers = new HashSet<>();

    private RenameCost cost = RenameCost.PUBLISHED;

    @Override
    public String remedy() {
        return "naming";
    }

    @Override
    public String sample(List<Frame> frames, boolean inNative, ThreadKey thread, long when) {
        if (isWorkers(frames)) {
            workers.add(thread.id());
        }
        for (int i = 0; i < Math.min(2, frames.size()); i++) {
            if (frames.get(i).is("java.lang.Thread", METHODS)) {
                samples++;
                sites.add(thread.id(), frames, 1, "");
                kin.add(thread.id(), Frames.beginning(frames), true);
                return remedy();
            }
        }
        kin.add(thread.id(), Frames.beginning(frames), false);
        return null;
    }

    /** Stacks of one moment show threads in a rename as often as these are in one. */
    @Override
    public void dumped(ThreadDump dump) {
        for (DumpedThread thread : dump.running()) {
            List<Frame> frames = thread.stack();
            boolean renames = frames.stream().limit(2).anyMatch(frame -> frame.is("java.lang.Thread", METHODS));
            busy += renames || !thread.isInNative() ? 1 : 0;
            if (renames) {
                dumped++;
                dumpedIds.add(thread.nativeId());
                if (isWorkers(frames)) {
                    dumpedWorkers.add(thread.nativeId());
                }
                sites.add(thread.nativeId(), frames, 1, "");
            }
        }
    }

    private static boolean isWorkers(List<Frame> frames) {
        return !frames.isEmpty() && frames.get(frames.size() - 1).type().equals(WORKER);
    }

    /** Replaces the published cost of a rename by that of this machine, which is measured once in this JVM. */
    @Override
    public boolean measure(Runnable before) {
        cost = RenameCost.here(before);
        return true;
    }

    /** Returns the threads seen in a rename, by a sample or in a dump. */
    private Set<Object> seenRenaming(Profile profile, ThreadCpuUsage loads) {
        Set<Object> threads = new HashSet<>();
        for (Map.Entry<Object, ThreadUse> entry : profile.byId().entrySet()) {
            if (entry.getValue().inJava(remedy()) + entry.getValue().inNative(remedy()) > 0) {
                threads.add(entry.getKey());
            }
        }
        dumpedIds.stream().map(loads::byOsId).filter(Objects::nonNull).forEach(threads::add);
        return threads;
    }

    /**
     * Returns the threads seen in a rename, those whose names changed, and those that do the same work; none if no thread was seen in
     * a rename.
     */
    @Override
    public Set<Object> calling(Profile profile, ThreadCpuUsage loads) {
        Set<Object> threads = seenRenaming(profile, loads);
        if (!threads.isEmpty()) {
            threads.addAll(loads.renamed());
            threads.addAll(kin.all());
        }
        return threads;
    }

    /** Returns the processor seconds per second that a thread spends on renames. */
    private double renames(DiagnosisContext seen, Object id, ThreadUse use, SampleScale scale) {
        double system = Profile.system(use, scale);
        double otherwise = (use.inNative() - use.inNative(remedy())) * scale.inNative() / scale.seconds()
                * Math.min(1, Profile.processors(use, scale) / Math.max(1e-9, Profile.whole(use, scale)));
        double length = seen.loads().name(id).length();
        return Math.min(Profile.processors(use, scale),
                Math.max(0, system - otherwise) * cost.factor(seen.jvm().feature(), length));
    }

    /** Returns the processor seconds per second that threads spend on renames. */
    private double renames(DiagnosisContext seen, Set<Object> threads, Profile span, SampleScale scale) {
        double sum = 0;
        for (Object id : threads) {
            ThreadUse use = span.seen(id);
            sum += use == null ? 0 : renames(seen, id, use, scale);
        }
        return sum;
    }

    /**
     * Returns the processor time of threads as a multiple of what samples and the estimate of their renames explain. Both leave out
     * the same fraction of the time, as far as is known; so renames have that multiple of their estimate.
     */
    private double unexplained(DiagnosisContext seen, Set<Object> threads) {
        double processors = 0;
        double explained = renames(seen, threads, seen.profile(), seen.scale());
        for (Object id : threads) {
            ThreadUse use = seen.profile().seen(id);
            if (use != null) {
                processors += Profile.processors(use, seen.scale());
                explained += Profile.sampled(use, seen.scale());
            }
        }
        return explained == 0 ? 1 : Math.max(1, Math.min(processors / explained, MOST_UNEXPLAINED));
    }

    @Override
    public double share(DiagnosisContext seen, Profile span, SampleScale scale) {
        if (seen.settings().has(DiagnosisContext.CPU_SAMPLE)) {
            return span.share(scale, use -> seen.seconds(use, remedy()));
        }
        if (scale.loaded() == 0) {
            return Double.NaN;
        }
        Set<Object> threads = calling(seen.profile(), seen.loads());
        double there = renames(seen, threads, span, scale) * unexplained(seen, threads);
        // Bounds the estimate: one chance sample must not attribute all system time of a busy thread to renames.
        double all = span.processors(scale);
        return all > 0 ? Math.min(1, Math.min(there / all, bySightings(seen))) : Double.NaN;
    }

    @Override
    public Finding finding(DiagnosisContext seen) {
        double share = share(seen, seen.profile(), seen.scale());
        if (!seen.hasSamples()) {
            return Detector.notRecorded(remedy(), RISK, DiagnosisContext.SAMPLE);
        }
        if (!seen.settings().has(DiagnosisContext.CPU_SAMPLE) && !seen.settings().has(ThreadCpuUsage.EVENT)) {
            return Detector.notRecorded(remedy(), RISK, ThreadCpuUsage.EVENT);
        }
        Set<Object> threads = calling(seen.profile(), seen.loads());
        CostVerdict judgement = judge(seen, share);
        boolean paid = judgement.isPaid();
        double system = system(seen, threads);
        double length = threads.stream().mapToInt(id -> seen.loads().name(id).length()).max().orElse(0);
        Set<Object> touched = touched(seen, threads);
        double spared = share * part(seen, touched, threads) * (1 - LEFT / cost.factor(seen.jvm().feature(), length));
        boolean helps = paid && spared >= TRIFLE / 2;
        List<Amount> amounts = List.of(new Amount("samples in Thread.setName", samples, ""),
                new Amount("busy threads in dumps", busy, ""),
                new Amount("of these in Thread.setName", dumped, ""),
                new Amount("threads that rename themselves", threads.size(), ""),
                new Amount("seen at a rename of these", seenRenaming(seen.profile(), seen.loads()).size(), ""),
                new Amount("system time of these threads", system * 1e3, "ms/s"));
        List<String> caveats = new ArrayList<>();
        caveats.add("Few samples show a rename. A thread without such a sample counts if its stacks begin in the same method "
                + "as those of a thread with one.");
        caveats.add("The flight recorder takes no samples in the system call; the share is the system time of the threads "
                + "that rename themselves, times the ratio of a whole rename to its system call.");
        if (paid && touched.size() < threads.size()) {
            caveats.add("The remedy saves nothing for " + (threads.size() - touched.size())
                    + " of these threads: workers of the common "
                    + "ForkJoinPool or of one that is not known, or threads that end after less than some 200 renames. In the code, name such a thread once, or not at "
                    + "all.");
        }
        return new Finding(remedy(), judgement.verdict(), judgement.share(), amounts,
                sites.heaviest(id -> 1),
                helps ? saving(seen, share, system, length, unexplained(seen, threads), part(seen, touched, threads), spared)
                        : List.of(),
                helps ? Saved.of(judgement.share(), spared / share, spared / share) : null, RISK,
                helps ? seen.command(remedy()) : "", judgement.caveats(caveats));
    }

    /**
     * Judges the share. It rests on the system time of threads, which the kernel may count in ticks, and not on the few samples that
     * single them out; these only bound it.
     */
    private CostVerdict judge(DiagnosisContext seen, double share) {
        double all = seen.samplesOfAll(seen.scale().inJava());
        if (seen.settings().has(DiagnosisContext.CPU_SAMPLE)) {
            return CostVerdict.ofProcessorTime(seen, Share.counted(share, samples, all, DiagnosisContext.PROCESSOR_TIME),
                    samples);
        }
        if (isPaid(share, samples, TRIFLE * all * SEEN)
                || (share >= TRIFLE && dumped > 0 && Poisson.least(dumped) >= TRIFLE / 2 * busy)) {
            double ticks = system(seen, calling(seen.profile(), seen.loads())) * seen.scale().loaded() / TICK;
            return new CostVerdict(Verdict.PAID, Share.counted(share, ticks, Double.MAX_VALUE, DiagnosisContext.PROCESSOR_TIME),
                    "");
        }
        double most = Math.min(bySightings(seen), bySystemTime(seen));
        return CostVerdict.ofProcessorTime(seen, new Share(share, 0, most, DiagnosisContext.PROCESSOR_TIME), samples + dumped);
    }

    /** Returns the largest share that the threads seen in a rename are compatible with: the lower bound of those by samples and dumps. */
    private double bySightings(DiagnosisContext seen) {
        double bySamples = Poisson.most(samples) / (SEEN * seen.samplesOfAll(seen.scale().inJava()));
        return busy == 0 ? bySamples : Math.min(bySamples, Poisson.most(dumped) / busy);
    }

    /** Returns the largest share that renames can have if all system time that no sample explains is theirs. */
    private double bySystemTime(DiagnosisContext seen) {
        SampleScale scale = seen.scale().with(seen.scale().found(), 0);
        if (scale.loaded() == 0) {
            return 1;
        }
        Set<Object> all = seen.profile().byId().keySet();
        int length = all.stream().mapToInt(id -> seen.loads().name(id).length()).max().orElse(0);
        double ticks = system(seen, all) * scale.loaded() / TICK;
        double unseen = (Poisson.most(ticks) - ticks) * TICK / scale.loaded() * cost.factor(seen.jvm().feature(), length);
        return (renames(seen, all, seen.profile(), scale) + unseen) * unexplained(seen, all) / seen.profile().processors(scale);
    }

    /** Returns the processor seconds per second that threads spend in system calls, or that the kernel's ticks say so. */
    private static double system(DiagnosisContext seen, Set<Object> threads) {
        return threads.stream().map(seen.profile()::seen).filter(Objects::nonNull)
                .mapToDouble(use -> Profile.system(use, seen.scale()))
                .sum();
    }

    /** Returns those of the threads whose renames the remedy saves. */
    private Set<Object> touched(DiagnosisContext seen, Set<Object> threads) {
        Set<Object> touched = new HashSet<>(threads);
        touched.removeIf(id -> isOfCommonPool(seen, id) || isBrief(seen, id));
        return touched;
    }

    /** A worker that had its pool's name before it was recorded may be one of the common pool. */
    private boolean isOfCommonPool(DiagnosisContext seen, Object id) {
        return seen.loads().isOfCommonPool(id) || (!seen.loads().isOfOwnPool(id)
                && (workers.contains(id) || dumpedWorkers.stream().map(seen.loads()::byOsId).anyMatch(id::equals)));
    }

    private boolean isBrief(DiagnosisContext seen, Object id) {
        ThreadUse use = seen.profile().seen(id);
        return seen.loads().hasStarted(id) && use != null
                && renames(seen, id, use, seen.scale()) * seen.scale().seconds() < BRIEF;
    }

    /** Returns the fraction of the renames of threads, by time, that some of them make. */
    private double part(DiagnosisContext seen, Set<Object> some, Set<Object> threads) {
        double all = renames(seen, threads, seen.profile(), seen.scale());
        return all == 0 ? 0 : renames(seen, some, seen.profile(), seen.scale()) / all;
    }

    /**
     * Returns whether renames are paid for. System time alone does not show it: a thread that renames itself may spend that on
     * other calls that no sample shows.
     *
     * @param share the estimated share
     * @param samples the number of samples in a rename
     * @param ofTrifle the number to expect if renames had a share of {@link #TRIFLE}
     */
    static boolean isPaid(double share, int samples, double ofTrifle) {
        return share >= TRIFLE && samples >= Math.max(share >= MUCH ? 1 : 2, ofTrifle + 2 * Math.sqrt(ofTrifle));
    }

    private List<String> saving(DiagnosisContext seen, double share, double system, double length, double unexplained,
            double part,
            double spared) {
        int feature = seen.jvm().feature();
        double factor = Math.round(cost.factor(feature, length) * 100) / 100.0;
        String grown = unexplained == 1 ? "" : ", and times " + Math.round(unexplained * 100) / 100.0
                + ", since that and the samples do not explain all of these threads' processor time";
        return List.of("system time of the threads that rename themselves: " + Math.round(system * 1e3) + " ms per second",
                "times " + factor + ", the ratio of a whole rename to its system call (names of " + Math.round(length)
                        + " characters, JDK " + feature + ", " + cost.source() + ")" + grown + ": "
                        + Detector.percent(share) + " of " + DiagnosisContext.PROCESSOR_TIME,
                (part == 1 ? "" : "of these by threads that the remedy helps: " + Detector.percent(share * part) + "; ")
                        + "less a fifth of the system call, the cost of a rename with the remedy ("
                        + Slipstream.command("prove naming") + " measures it "
                        + "here): " + Detector.percent(spared) + " saved");
    }

    /**
     * Groups threads that do the same work: their stacks begin in the same method of the application. Rarely sampled behaviour is
     * seen in some of these threads only.
     */
    static final class SimilarThreads {
        /** Maximum per thread. A thread with more runs arbitrary tasks, so its beginnings tell nothing. */
        private static final int MOST_BEGINNINGS = 4;

        private final Map<Object, Set<String>> beginnings = new HashMap<>();
        private final Set<String> ofThose = new HashSet<>();

        /**
         * Records the method in which a stack begins.
         *
         * @param thread the thread
         * @param beginning the method, as returned by {@link Frames#beginning}
         * @param isOneOfThose whether this sample shows the behaviour in question
         */
        void add(Object thread, String beginning, boolean isOneOfThose) {
            if (beginning.isEmpty()) {
                return;
            }
            Set<String> known = beginnings.get(thread);
            if (known == null) {
                if (beginnings.size() >= Profile.MOST_THREADS) {
                    return;
                }
                known = new HashSet<>();
                beginnings.put(thread, known);
            }
            if (known.size() < MOST_BEGINNINGS || known.contains(beginning)) {
                known.add(beginning);
                if (isOneOfThose) {
                    ofThose.add(beginning);
                }
            }
        }

        /** Returns the threads whose samples showed the behaviour in question, and those that do the same work. */
        Set<Object> all() {
            Set<Object> kin = new HashSet<>();
            beginnings.forEach((thread, known) -> {
                if (known.stream().anyMatch(ofThose::contains)) {
                    kin.add(thread);
                }
            });
            return kin;
        }
    }
}
