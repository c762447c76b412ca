package dev.slipstream.diagnose.buffering;

import dev.slipstream.diagnose.detect.CostVerdict;
import dev.slipstream.diagnose.detect.Detector;
import dev.slipstream.diagnose.detect.DiagnosisContext;
import dev.slipstream.diagnose.detect.EventSettings;
import dev.slipstream.diagnose.detect.Sites;
import dev.slipstream.diagnose.event.Event;
import dev.slipstream.diagnose.event.Frame;
import dev.slipstream.diagnose.profile.Profile;
import dev.slipstream.diagnose.profile.Profile.SampleScale;
import dev.slipstream.diagnose.profile.Profile.Spans;
import dev.slipstream.diagnose.profile.ThreadKey;
import dev.slipstream.diagnose.profile.ThreadUse;
import dev.slipstream.diagnose.result.Finding;
import dev.slipstream.diagnose.result.Finding.Amount;
import dev.slipstream.diagnose.result.Finding.Share;
import dev.slipstream.diagnose.result.Finding.Site;
import dev.slipstream.diagnose.result.Finding.Verdict;
import dev.slipstream.diagnose.result.Slipstream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Detects files that are read or written in small pieces, from samples of threads inside the transfer. For transfers of any size,
 * counts the fraction of their time that {@link SmallTransfers} attributes to small ones.
 */
public final class BufferingDetector implements Detector {
    private static final String RISK = "Bytes that another writer changes after they were read ahead are seen up to 20 ms late.";
    /** Names of the costs that samples show: a transfer of a few bytes, and one of any size. */
    private static final String SMALL_TRANSFER = "buffering";
    private static final String TRANSFER = "transfer";

    /**
     * Time of a transfer as a multiple of its system call's, for one byte and for a hundred, where system calls are slow: measured
     * on JDK 17 to 28.
     */
    private static final double FACTOR_BYTE = 1.17;
    private static final double FACTOR = 1.24;

    /** Multiple of these factors where system calls are fast: 224 ns a byte, of which 137 ns in the kernel, on JDK 17 to 28. */
    private static final double FAST = 1.4;

    /** Maximum ratio of the two estimates of the same time. */
    private static final double APART = 1.5;

    /** The part of a transfer that the remedy saves: of some 300 ns a byte, 5 to 15 are left. */
    private static final double LEFT_OUT = 0.95;

    /** The first release with a throttle for transfers; on earlier ones jcmd warns about the setting. */
    private static final int THROTTLE_SINCE = 25;

    /** Bounds the memory. */
    private static final int MOST_PLACES = 2_000;

    private static final int ENOUGH = 10;
    private static final double BUSY = 0.9;

    private final SmallTransfers transfers = new SmallTransfers();

    /** Single bytes that the remedy saves, and all other pieces that frames show to be small. */
    private final Sites inputBytes = new Sites();
    private final Sites otherPieces = new Sites();

    /** The ways of the transfers that the remedy does not save, by method and line. */
    private final Map<String, Transfer.Way> ways = new HashMap<>();

    private final Sites reads = new Sites();
    private final Sites writes = new Sites();

    @Override
    public String remedy() {
        return "buffering";
    }

    /** Each transfer is an event, which slows it down. */
    @Override
    public List<EventSettings> burst(int feature) {
        Map<String, String> values = feature < THROTTLE_SINCE ? Map.of("threshold", "0 ns", "stackTrace", "true")
                : Map.of("threshold", "0 ns", "stackTrace", "true", "throttle", "off");
        return List.of(new EventSettings(SmallTransfers.READ, values), new EventSettings(SmallTransfers.WRITE, values));
    }

    @Override
    public void accept(Event event, Spans spans) {
        transfers.accept(event);
    }

    @Override
    public @Nullable String sample(List<Frame> frames, boolean inNative, ThreadKey thread, long when) {
        Transfer transfer = Transfer.of(frames, inNative);
        if (transfer == null) {
            return null;
        }
        boolean isSmall = transfer.size() != Transfer.Size.ANY;
        Sites sites = transfer.isRemedied() ? inputBytes : isSmall ? otherPieces : transfer.reads() ? reads : writes;
        sites.add(thread.id(), frames, 1, transfer.detail());
        if (!transfer.isRemedied() && ways.size() < MOST_PLACES) {
            Frame caller = SmallTransfers.caller(frames);
            if (caller != null) {
                ways.put(place(caller.place(), caller.line()), transfer.way());
            }
        }
        return isSmall ? SMALL_TRANSFER : TRANSFER;
    }

    /**
     * Returns the fraction, by time, of the transfers of any size that is small.
     *
     * @param unknown what counts of transfers whose sizes were not recorded: 0 none, 1 all
     */
    private double small(DiagnosisContext seen, double unknown) {
        double[] sums = new double[2];
        sums(seen, reads, true, unknown, sums);
        sums(seen, writes, false, unknown, sums);
        return sums[0] == 0 ? 0 : sums[1] / sums[0];
    }

    private void sums(DiagnosisContext seen, Sites sites, boolean read, double unknown, double[] sums) {
        for (Site site : sites.heaviest(id -> 1)) {
            sums[0] += site.count();
            sums[1] += site.count() * part(seen, site.method(), site.line(), read, unknown);
        }
    }

    private double part(DiagnosisContext seen, String method, int line, boolean read, double unknown) {
        double part = transfers.smallPart(method, line, read);
        // If only slow transfers were recorded, they say nothing about the others.
        return Double.isNaN(part) || !SmallTransfers.caveats(seen.settings()).isEmpty() ? unknown : part;
    }

    @Override
    public double share(DiagnosisContext seen, Profile span, SampleScale scale) {
        return share(seen, span, scale, small(seen, 0));
    }

    private static double share(DiagnosisContext seen, Profile span, SampleScale scale, double small) {
        double all = span.processors(scale);
        double there = 0;
        for (Map.Entry<Object, ThreadUse> entry : span.byId().entrySet()) {
            there += processors(seen, entry.getKey(), entry.getValue(), scale, small, span.machine());
        }
        return all > 0 ? Math.min(1, there / all) : Double.NaN;
    }

    /**
     * Returns the processor seconds per second that a thread spends on small transfers, estimated from its samples. If threads
     * wait for a processor, though, those that wait in native code are sampled more often than those that wait elsewhere.
     * Therefore the estimate also uses the thread's system time, which is exact, split by the system calls that its samples show;
     * on a busy machine it uses that alone, bounded by the samples.
     *
     * <p>Samples see little of what surrounds a system call, on its way from Java and back. Where system calls are fast, that is a
     * large part of a transfer. It shows in the processor time that no sample in Java accounts for.
     */
    private static double processors(DiagnosisContext seen, Object id, ThreadUse use, SampleScale scale, double small,
            double machine) {
        double processors = Profile.processors(use, scale);
        double mine = seen.seconds(use, SMALL_TRANSFER) + small * seen.seconds(use, TRANSFER);
        double bySamples = mine <= 0 ? 0
                : processors * Math.min(1, mine / scale.seconds() / Profile.whole(use, scale));
        ThreadUse whole = seen.profile().seen(id);
        if (scale.loaded() == 0 || whole == null || whole.inNative() < ENOUGH) {
            return bySamples;
        }
        double part = (FACTOR_BYTE * whole.inNative(SMALL_TRANSFER)
                + FACTOR * small * whole.inNative(TRANSFER)) / whole.inNative();
        double bySystem = Math.min(processors, Profile.system(use, scale) * part);
        double bounded = Math.max(bySamples / APART, Math.min(bySystem, bySamples * APART));
        double estimate = machine >= BUSY ? bounded : Math.sqrt(bounded * bySamples);
        double byRest = processors * notElsewhere(whole, small, seen.scale());
        return Math.max(estimate, Math.min(byRest, bySystem * FAST));
    }

    /** Returns the fraction of a thread's processor time that its samples in Java do not show to be spent elsewhere. */
    private static double notElsewhere(ThreadUse whole, double small, SampleScale scale) {
        double elsewhere = whole.inJava() - whole.inJava(SMALL_TRANSFER) - small * whole.inJava(TRANSFER);
        double ofNative = (whole.inNative(SMALL_TRANSFER) + small * whole.inNative(TRANSFER)) / whole.inNative();
        double all = Profile.whole(whole, scale);
        return all <= 0 ? 0 : ofNative * Math.max(0, 1 - elsewhere * scale.inJava() / scale.seconds() / all);
    }

    @Override
    public Finding finding(DiagnosisContext seen) {
        double share = share(seen, seen.profile(), seen.scale());
        if (!seen.hasNative()) {
            return Detector.notRecorded(remedy(), RISK, DiagnosisContext.NATIVE);
        }
        double spareable = inputBytes.weight(id -> seen.profile().worth(id, seen.scale()), (method, line) -> 1);
        List<Site> sites = sites(seen, 0);
        double samples = count(sites);
        List<String> missing = SmallTransfers.caveats(seen.settings());
        String sizes = missing.isEmpty() ? ""
                : "Only transfers of single bytes and numbers are counted, since other sizes were not recorded: "
                        + String.join("; ", missing) + ".";
        CostVerdict judgement = judge(seen, share, sites, sites(seen, 1), sizes);
        boolean paid = judgement.isPaid();
        double sparedPart = samples == 0 ? 0 : Math.min(1, spareable / samples);
        double spared = share * sparedPart;
        List<Amount> amounts = new ArrayList<>(List.of(new Amount("samples in small transfers", samples, ""),
                new Amount("samples in FileInputStream.read()", Math.round(spareable), "")));
        for (SmallTransfers.Site site : transfers.sites().stream().limit(1).toList()) {
            amounts.add(new Amount("mean size of a small transfer", (double) site.bytes() / site.count(), "B"));
        }
        boolean helps = paid && spared >= TRIFLE / 2;
        List<String> caveats = new ArrayList<>();
        if (!sizes.isEmpty()) {
            caveats.add(sizes);
        }
        if (helps) {
            caveats.add("The remedy leaves subclasses of FileInputStream alone, which samples do not tell apart.");
        }
        if (paid && share - spared >= TRIFLE) {
            caveats.add("The remedy helps FileInputStream.read() alone. In the code a buffer helps: "
                    + sites.stream().map(site -> ways.get(place(site.method(), site.line()))).filter(Objects::nonNull).distinct()
                            .map(way -> way.instead).collect(Collectors.joining("; "))
                    + "; or FastBufferedInputStream and FastBufferedOutputStream of Slipstream's library.");
        }
        return new Finding(remedy(), judgement.verdict(), judgement.share(), amounts,
                sites, helps ? saving(share, spared) : List.of(),
                judgement.saved(helps, sparedPart * LEFT_OUT, sparedPart * LEFT_OUT), RISK,
                helps ? seen.command(remedy()) : "", judgement.caveats(caveats));
    }

    /**
     * Judges the share. Where sizes are not known, each transfer may be small.
     *
     * @param sites the places of small transfers
     * @param possible those of transfers that may be small
     */
    private CostVerdict judge(DiagnosisContext seen, double share, List<Site> sites, List<Site> possible, String sizes) {
        double samples = count(sites);
        double all = seen.samplesOfAll(Math.max(seen.scale().inJava(), seen.scale().inNative()));
        Share small = Share.counted(share, samples, all, DiagnosisContext.PROCESSOR_TIME);
        CostVerdict judgement = CostVerdict.ofProcessorTime(seen, small, samples);
        if (count(possible) == samples || judgement.isPaid()) {
            return judgement;
        }
        Share any = Share.counted(share(seen, seen.profile(), seen.scale(), small(seen, 1)), count(possible), all,
                DiagnosisContext.PROCESSOR_TIME);
        Share either = new Share(share, small.least(), any.most(), DiagnosisContext.PROCESSOR_TIME);
        CostVerdict unclear = CostVerdict.ofProcessorTime(seen, either, samples);
        return unclear.verdict() != Verdict.UNKNOWN || any.value() < TRIFLE ? unclear : new CostVerdict(Verdict.UNKNOWN,
                unclear.share(),
                "File transfers of unknown sizes take " + Detector.percent(any.value()) + " of " + DiagnosisContext.PROCESSOR_TIME
                        + ", most of it at " + place(possible.get(0).method(), possible.get(0).line()) + ". "
                        + (sizes.isEmpty() ? ""
                                : sizes + " A diagnosis of the running JVM, by its process id, records them."));
    }

    private static String place(String method, int line) {
        return method + ":" + line;
    }

    private static double count(List<Site> sites) {
        return sites.stream().mapToDouble(Site::count).sum();
    }

    /** Returns the sites of all groups, with counts that leave out threads that only wait. */
    private List<Site> sites(DiagnosisContext seen, double unknown) {
        ToDoubleFunction<Object> worth = id -> seen.profile().worth(id, seen.scale());
        List<Site> all = new ArrayList<>();
        weighed(inputBytes, worth, (method, line) -> 1, all);
        weighed(otherPieces, worth, (method, line) -> 1, all);
        weighed(reads, worth, (method, line) -> part(seen, method, line, true, unknown), all);
        weighed(writes, worth, (method, line) -> part(seen, method, line, false, unknown), all);
        double count = all.stream().mapToDouble(Site::count).sum();
        return all.stream().map(site -> new Site(site.method(), site.line(), site.count(), site.count() / count, detail(site)))
                .sorted((a, b) -> Long.compare(b.count(), a.count())).limit(10).toList();
    }

    private static void weighed(Sites group, ToDoubleFunction<Object> worth, ToDoubleBiFunction<String, Integer> place,
            List<Site> all) {
        double weight = group.weight(worth, place);
        for (Site site : group.heaviest(worth, place)) {
            long count = Math.round(site.part() * weight);
            if (count > 0) {
                all.add(new Site(site.method(), site.line(), count, site.part(), site.detail()));
            }
        }
    }

    private static String counted(long count, String one) {
        return count + " " + one + (count == 1 ? "" : "s");
    }

    private String detail(Site site) {
        for (SmallTransfers.Site small : transfers.sites()) {
            if (small.method().equals(site.method()) && small.line() == site.line()) {
                return site.detail() + ", " + counted(small.bytes() / small.count(), "byte") + " a time, "
                        + counted(small.files(), "file");
            }
        }
        return site.detail();
    }

    private static List<String> saving(double share, double spared) {
        return List.of("small transfers: " + Detector.percent(share) + " of " + DiagnosisContext.PROCESSOR_TIME,
                "of these by FileInputStream.read(), which the remedy buffers: " + Detector.percent(spared),
                "less a twentieth, since 8,192 bytes take one system call instead of 8,192 ("
                        + Slipstream.command("prove buffering") + " measures what is "
                        + "left): " + Detector.percent(spared * LEFT_OUT) + " saved");
    }
}
