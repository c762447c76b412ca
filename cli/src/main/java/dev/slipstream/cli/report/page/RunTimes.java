package dev.slipstream.cli.report.page;

import dev.slipstream.cli.report.Words;
import dev.slipstream.lab.result.Results;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Locale;

/** Formats the time and duration of a run. */
final class RunTimes {
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("d MMMM uuuu", Locale.ENGLISH);
    private static final DateTimeFormatter MINUTE = DateTimeFormatter.ofPattern("d MMMM uuuu, HH:mm 'UTC'", Locale.ENGLISH);

    private RunTimes() {
    }

    /** Formats the version, start and duration of a proof in one line. */
    static String run(Results results) {
        return (results.version().isEmpty() ? "" : "Slipstream " + results.version() + ", ") + minute(results.started())
                + ", took " + Words.duration(results.seconds()) + " of " + Words.duration(results.budget());
    }

    static String day(String instant) {
        return format(instant, DAY);
    }

    static String minute(String instant) {
        return format(instant, MINUTE);
    }

    /** Formats an instant; returns the text unchanged if it is none. */
    private static String format(String instant, DateTimeFormatter format) {
        try {
            return format.format(Instant.parse(instant).atOffset(ZoneOffset.UTC));
        } catch (DateTimeParseException e) {
            return instant;
        }
    }
}
