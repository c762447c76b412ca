package dev.slipstream.cli;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses a duration such as {@code 90s}, {@code 10m} or {@code 1h30m}. */
public final class DurationConverter implements ITypeConverter<Duration> {
    private static final Pattern FORM = Pattern.compile("(?:(\\d{1,4})h)?(?:(\\d{1,5})m)?(?:(\\d{1,6})s)?");

    @Override
    public Duration convert(String text) {
        Matcher form = FORM.matcher(text.trim());
        if (text.isBlank() || !form.matches()) {
            throw new TypeConversionException("'" + text + "' is not a duration; write it as 90s, 10m or 1h30m");
        }
        return Duration.ofHours(number(form.group(1))).plusMinutes(number(form.group(2))).plusSeconds(number(form.group(3)));
    }

    private static long number(String digits) {
        return digits == null ? 0 : Long.parseLong(digits);
    }
}
