package dev.slipstream.cli;

import dev.slipstream.agent.engine.Remedies;
import dev.slipstream.agent.plan.Remedy;
import dev.slipstream.agent.plan.Remedy.Counter;
import dev.slipstream.agent.plan.Remedy.Unit;
import dev.slipstream.agent.plan.Retrofit;
import dev.slipstream.results.stats.Numbers;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Formats a status: a summary in one line, then the remedies, active ones first, with their counters in words. */
final class StatusText {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");
    private static final long MINUTE = 60;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    /** Rates of less are given by the hour. */
    private static final double RARE = 0.1;

    /** A shorter time gives no rate. */
    private static final double LEAST_SECONDS = 1;
    private static final List<String> LAST = List.of("unneeded", "off");

    private final Status status;
    private final @Nullable Look before;
    private final Instant now;
    private final boolean all;
    private final StringBuilder out = new StringBuilder();

    /**
     * An earlier status, with its time.
     *
     * @param status the status
     * @param at when it was read
     */
    record Look(Status status, Instant at) {}

    private StatusText(Status status, @Nullable Look before, Instant now, boolean all) {
        this.status = status;
        this.before = before;
        this.now = now;
        this.all = all;
    }

    /**
     * Formats a status.
     *
     * @param before the look before, since which rates count; null if they count since a remedy became active
     * @param now when the status was read
     * @param all whether to show counters that are zero
     * @return lines
     */
    static String of(Status status, @Nullable Look before, Instant now, ZoneId zone, boolean all) {
        StatusText text = new StatusText(status, before, now, all);
        text.line(summary(status));
        status.remedies().stream().sorted(Comparator.comparingInt(remedy -> order(status, remedy)))
                .forEach(remedy -> text.remedy(remedy, zone));
        return text.out.toString();
    }

    /** Returns a line such as {@code Shop, process 4711, JDK 21.0.8: 2 of 6 active: naming, pinning}. */
    static String summary(Status status) {
        List<String> active = status.active();
        String process = "process " + status.pid();
        return status.name() + (status.name().equals(process) ? "" : ", " + process)
                + (status.jdk().isEmpty() ? "" : ", JDK " + status.jdk()) + ": " + (active.isEmpty() ? "none" : active.size())
                + " of "
                + status.remedies().size() + " active" + (active.isEmpty() ? "" : ": " + String.join(", ", active));
    }

    private static int order(Status status, String remedy) {
        return status.active().contains(remedy) ? -1
                : LAST.contains(status.state(remedy)) ? LAST.indexOf(status.state(remedy)) + 1 : 0;
    }

    private void remedy(String remedy, ZoneId zone) {
        String change = status.of(remedy, "change");
        line(remedy + ": " + status.text(remedy) + (change == null ? "" : ", " + change));
        Instant since = status.since(remedy);
        if (since != null) {
            line("  since " + TIME.format(since.atZone(zone)) + ", for " + words(Duration.between(since, now)));
        }
        String again = status.of(remedy, "rewrittenAgain");
        if (again != null && !again.equals("0")) {
            line("  undone by another agent, and rewritten again: " + again);
        }
        status.options(remedy).forEach((name, value) -> line("  option " + name + "=" + value));
        counters(remedy);
        sites(remedy);
    }

    /** A counter in a line: its value, its rate and its meaning. */
    private record Counted(String value, String rate, String meaning) {}

    private void counters(String remedy) {
        Map<String, Counter> described = new LinkedHashMap<>();
        described(remedy).ifPresent(each -> each.counters().forEach(counter -> described.put(counter.name(), counter)));
        Map<String, Long> values = status.counters(remedy);
        // An agent of another build may have a counter that this one does not describe.
        values.keySet().forEach(name -> described.putIfAbsent(name, Counter.gauge(name, name)));
        List<Counted> counted = new ArrayList<>();
        described.forEach((name, counter) -> {
            long value = values.getOrDefault(name, 0L);
            if (value != 0 || (all && values.containsKey(name))) {
                counted.add(new Counted(Numbers.plain(value), counter.isGauge() || counter.unit() == Unit.MILLISECONDS ? ""
                        : rate(remedy, name, value), counter.meaning()));
            }
        });
        int value = width(counted, Counted::value);
        int rate = width(counted, Counted::rate);
        counted.forEach(each -> line(
                "  " + right(each.value, value) + (rate == 0 ? "" : "  " + right(each.rate, rate)) + "  " + each.meaning));
    }

    private static <T> int width(Collection<T> all, Function<T, String> text) {
        return all.stream().map(text).mapToInt(String::length).max().orElse(0);
    }

    private static String right(String text, int width) {
        return " ".repeat(width - text.length()) + text;
    }

    /** Returns how often something was counted: since the look before, or else since the remedy became active. */
    private String rate(String remedy, String counter, long value) {
        Instant since = status.since(remedy);
        if (since == null) {
            return "";
        }
        Look from = before != null && since.equals(before.status.since(remedy)) ? before : null;
        double seconds = Duration.between(from == null ? since : from.at, now).toNanos() / 1e9;
        long earlier = from == null ? 0 : from.status.counters(remedy).getOrDefault(counter, 0L);
        if (seconds < LEAST_SECONDS || value < earlier) {
            return "";
        }
        double rate = (value - earlier) / seconds;
        return rate == 0 ? "0/s" : rate < RARE ? Numbers.significant(rate * HOUR) + "/h" : Numbers.significant(rate) + "/s";
    }

    private void sites(String remedy) {
        Map<String, Long> sites = status.sites(remedy);
        if (!sites.isEmpty()) {
            line("  where, in samples" + described(remedy).map(each -> " (" + each.sites() + ")").orElse("") + ":");
        }
        int width = width(sites.values(), samples -> Numbers.plain(samples));
        sites.entrySet().stream().sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .forEach(site -> line("  " + right(Numbers.plain(site.getValue()), width) + "  " + site.getKey()));
    }

    private static Optional<Remedy> described(String remedy) {
        return Remedies.all().stream().map(Retrofit::remedy).filter(each -> each.name().equals(remedy)).findFirst();
    }

    private void line(String line) {
        out.append(line).append('\n');
    }

    static String words(Duration time) {
        long seconds = Math.max(0, time.toSeconds());
        if (seconds < 2 * MINUTE) {
            return seconds + " s";
        }
        if (seconds < 2 * HOUR) {
            return seconds / MINUTE + " min";
        }
        return seconds < 2 * DAY ? seconds / HOUR + " h" : seconds / DAY + " days";
    }
}
