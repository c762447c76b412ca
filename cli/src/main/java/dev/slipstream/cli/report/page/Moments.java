package dev.slipstream.cli.report.page;

import dev.slipstream.lab.result.Results;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;

/** When something was run, and how long that took. */
final class Moments {
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("d MMMM uuuu", Locale.ENGLISH);
    private static final DateTimeFormatter MINUTE = DateTimeFormatter.ofPattern("d MMMM uuuu, HH:mm 'UTC'", Locale.ENGLISH);

    private Moments() {
    }

    /** A proof in one line. */
    static String run(Results results) {
        return (results.version().isEmpty() ? "" : "Slipstream " + results.version() + ", ") + "size " + results.size() + ", "
                + minute(results.started()) + ", took " + duration(results.seconds());
    }

    static String day(String instant) {
        return format(instant, DAY);
    }

    static String minute(String instant) {
        return format(instant, MINUTE);
    }

    /** In the two largest units. */
    static String duration(double seconds) {
        Duration duration = Duration.ofSeconds(Math.round(seconds));
        if (duration.toHours() > 0) {
            return duration.toHours() + " h " + duration.toMinutesPart() + " min";
        }
        String rest = duration.toSecondsPart() + " s";
        return duration.toMinutes() > 0 ? duration.toMinutes() + " min " + rest : rest;
    }

    /** As it stands if it is no time. */
    private static String format(String instant, DateTimeFormatter format) {
        try {
            return format.format(Instant.parse(instant).atOffset(ZoneOffset.UTC));
        } catch (DateTimeParseException e) {
            return instant;
        }
    }
}
