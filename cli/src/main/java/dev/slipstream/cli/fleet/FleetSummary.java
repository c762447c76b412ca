package dev.slipstream.cli.fleet;

import dev.slipstream.cli.exit.Failure;
import dev.slipstream.cli.fleet.RollOut.Change;
import dev.slipstream.cli.fleet.RollOut.Sample;
import dev.slipstream.cli.report.Words;
import dev.slipstream.diagnose.result.Finding.Share;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The costs of a fleet, as its page shows them.
 *
 * @param coverage how much of the fleet was seen
 * @param brief the services of which less than half a minute was recorded, the shortest first
 * @param remedies the costs that are paid, the one with the largest saving first
 * @param services the services that pay, for each cost, those that lose most first
 * @param unclear the costs of which the recordings of some services do not tell whether they are paid
 * @param sites the call sites of costs, those that cost most first
 * @param changes what has begun or ceased to be paid since the tables were made before
 * @param rollOuts the services that paid before and are seen now, by name
 * @param unreadable recordings that could not be analysed, with the reason
 */
public record FleetSummary(Coverage coverage, List<BriefRow> brief, List<RemedyRow> remedies, List<ServiceRow> services,
        List<UnclearRow> unclear, List<SiteRow> sites, List<ChangeRow> changes, List<RollOut> rollOuts,
        List<UnreadableRow> unreadable) {
    private static final int MOST = 200;

    /** Each is a picture. */
    private static final int MOST_ROLL_OUTS = 50;

    /** The length of a diagnosis. */
    private static final int BRIEF_SECONDS = 30;

    private static final int NAMED = 3;

    /** Copies the lists. */
    public FleetSummary {
        brief = List.copyOf(brief);
        remedies = List.copyOf(remedies);
        services = List.copyOf(services);
        unclear = List.copyOf(unclear);
        sites = List.copyOf(sites);
        changes = List.copyOf(changes);
        rollOuts = List.copyOf(rollOuts);
        unreadable = List.copyOf(unreadable);
    }

    /**
     * How much of the fleet was seen.
     *
     * @param instances the number of JVMs that add up, see {@link Instances}
     * @param nameless the number of recordings for which no rule found a service
     * @param premise what was assumed to tell instances apart
     * @param seconds the recorded time of all
     * @param earliest when the earliest recording began; empty if unknown
     */
    public record Coverage(long recordings, long unreadable, long services, long instances, long nameless, Assumed premise,
            double seconds,
            String earliest, String latest) {}

    /**
     * The recordings of which it had to be assumed which instance of a service they are of.
     *
     * @param hostless the number of those whose host is unknown
     * @param overlapping the number of these that have the process id and start time of another which they overlap
     * @param jvmless the number of these that do not identify their JVM
     */
    public record Assumed(long hostless, long overlapping, long jvmless) {
        /** Returns sentences for the reader; empty if nothing was assumed. */
        public Optional<String> text() {
            if (hostless == 0) {
                return Optional.empty();
            }
            return Optional.of("The host of " + Words.count(hostless, "recording")
                    + " is unknown: each JVM, by its process id and start time, "
                    + "counts as an instance, also one that followed another on its host."
                    + (overlapping == 0 ? "" : " " + Words.count(overlapping, "recording")
                            + (overlapping == 1 ? " overlaps" : " overlap")
                            + " another one with the same process id and start time, and "
                            + (overlapping == 1 ? "counts as an instance" : "count as instances") + ", too.")
                    + (jvmless == 0 ? "" : " " + Words.count(jvmless, "recording")
                            + (jvmless == 1 ? " does not identify its JVM, and counts as an instance."
                                    : " do not identify their JVM, and count as an instance each."))
                    + " --name host=SOURCE tells hosts apart.");
        }
    }

    /** A service of which little was recorded. */
    public record BriefRow(String service, double seconds) {}

    /**
     * A range of processors that a remedy would save.
     *
     * @param least the lower bound
     * @param most the upper bound
     */
    public record Saving(double least, double most) {}

    /** A cost in all services that pay it. The numbers of processors are absent if the cost takes no processor time. */
    public record RemedyRow(String remedy, long services, Optional<Double> processors, Optional<Saving> saving) {}

    /** A cost in one service. */
    public record ServiceRow(String service, String remedy, Share share, long instances, long recordings, long paying,
            Optional<Double> processors, Optional<Saving> saving) {}

    /**
     * A cost that may be paid or not.
     *
     * @param services the number of services of which no recording tells
     * @param most the largest upper bound of their shares
     */
    public record UnclearRow(String remedy, long services, double most) {}

    /** A call site. */
    public record SiteRow(String remedy, String method, int line, long services, long recordings, Optional<Double> processors,
            String detail) {}

    /** A change. A share is absent if the service was not seen. */
    public record ChangeRow(String service, String remedy, Optional<Double> before, Optional<Double> now) {}

    /** A recording that could not be analysed. */
    public record UnreadableRow(String recording, String error) {}

    /** Reads the summary from the tables. */
    public static FleetSummary of(Tables tables) throws Failure {
        Map<String, Object> seen = tables.rows("coverage").get(0);
        return new FleetSummary(new Coverage(number(seen, "recordings"), number(seen, "unreadable"), number(seen, "services"),
                number(seen, "instances"), number(seen, "nameless"),
                new Assumed(number(seen, "hostless"), number(seen, "overlapping"), number(seen, "jvmless")),
                value(seen, "seconds").orElse(0.0), text(seen, "earliest"), text(seen, "latest")),
                tables.rows("seen WHERE seconds < " + BRIEF_SECONDS).stream()
                        .map(row -> new BriefRow(text(row, "service"), value(row, "seconds").orElse(0.0))).toList(),
                tables.rows("remedies").stream().map(row -> new RemedyRow(text(row, "remedy"), number(row, "services"),
                        value(row, "processors"), saving(row))).toList(),
                tables.rows("services").stream().map(row -> new ServiceRow(text(row, "service"), text(row, "remedy"), share(row),
                        number(row, "instances"), number(row, "recordings"), number(row, "paying"), value(row, "processors"),
                        saving(row))).toList(),
                tables.rows("unclear").stream().map(row -> new UnclearRow(text(row, "remedy"), number(row, "services"),
                        value(row, "most").orElse(1.0))).toList(),
                tables.rows("hot_sites LIMIT " + MOST).stream().map(row -> new SiteRow(text(row, "remedy"), text(row, "method"),
                        (int) number(row, "line"), number(row, "services"), number(row, "recordings"), value(row, "processors"),
                        text(row, "detail"))).toList(),
                tables.rows("changes LIMIT " + MOST).stream().map(row -> new ChangeRow(text(row, "service"), text(row, "remedy"),
                        value(row, "share_before"), value(row, "share_now"))).toList(),
                rollOuts(tables),
                tables.rows("recordings WHERE error <> '' ORDER BY recording LIMIT " + MOST).stream()
                        .map(row -> new UnreadableRow(text(row, "recording"), text(row, "error"))).toList());
    }

    /**
     * Warns of services that were seen for seconds only.
     *
     * @return a sentence with the names of some; empty if there are none
     */
    public Optional<String> warning() {
        if (brief.isEmpty()) {
            return Optional.empty();
        }
        String some = brief.stream().limit(NAMED).map(row -> (row.service().isEmpty() ? "(no name)" : row.service()) + " "
                + Words.duration(row.seconds())).collect(Collectors.joining(", "));
        return Optional.of(Words.count(brief.size(), "service") + (brief.size() == 1 ? " was" : " were") + " seen for less than "
                + BRIEF_SECONDS + " s (" + some + (brief.size() > NAMED ? ", ..." : "")
                + "), too short to judge: that shows frequent costs only. Record a minute under load.");
    }

    /** Returns how many services pay, and of how many this cannot be told. */
    public String title() {
        Set<String> paying = services.stream().map(ServiceRow::service).collect(Collectors.toSet());
        long unknown = brief.stream().filter(row -> !row.service().isEmpty() && !paying.contains(row.service())).count();
        if (unknown > 0 && unknown == coverage.services()) {
            return Words.count(unknown, "service") + ", recorded too briefly to judge";
        }
        return paying.size() + " of " + Words.count(coverage.services(), "service") + (paying.size() == 1 ? " pays" : " pay")
                + (unknown == 0 ? "" : ", " + unknown + " recorded too briefly to judge");
    }

    private static List<RollOut> rollOuts(Tables tables) throws Failure {
        Map<String, List<Change>> services = new TreeMap<>();
        for (Map<String, Object> row : tables.rows("followed")) {
            services.computeIfAbsent(text(row, "service"), service -> new ArrayList<>()).add(Change.of(text(row, "remedy"),
                    sample(row, "before"), flag(row, "pays_before"), sample(row, "now"), flag(row, "pays_now")));
        }
        return services.entrySet().stream().limit(MOST_ROLL_OUTS).map(each -> new RollOut(each.getKey(), each.getValue()))
                .toList();
    }

    private static Sample sample(Map<String, Object> row, String when) {
        return new Sample(number(row, "instances_" + when), value(row, "mean_" + when).orElse(0.0),
                value(row, "deviation_" + when));
    }

    private static Share share(Map<String, Object> row) {
        return new Share(value(row, "share").orElse(0.0), value(row, "least").orElse(0.0), value(row, "most").orElse(1.0),
                text(row, "of"));
    }

    private static Optional<Saving> saving(Map<String, Object> row) {
        return value(row, "saved_most").map(most -> new Saving(value(row, "saved_least").orElse(0.0), most));
    }

    private static long number(Map<String, Object> row, String column) {
        return value(row, column).map(Double::longValue).orElseThrow();
    }

    private static boolean flag(Map<String, Object> row, String column) {
        return Objects.requireNonNull((Boolean) row.get(column));
    }

    private static Optional<Double> value(Map<String, Object> row, String column) {
        return Optional.ofNullable((Number) row.get(column)).map(Number::doubleValue);
    }

    private static String text(Map<String, Object> row, String column) {
        Object value = row.get(column);
        return value == null ? "" : value.toString();
    }
}
