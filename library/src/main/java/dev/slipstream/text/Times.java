package dev.slipstream.text;

/**
 * Writers of timestamps and durations in ISO 8601, from numbers of 64 bits. The calendar follows Howard Hinnant, "chrono-compatible
 * low-level date algorithms" (2013): years begin in March, so that the leap day is their last.
 */
final class Times {
    /**
     * Length of {@code +292278994-08-17T07:12:55.807Z} or {@code PT-2562047H-47M-16.854775808S}, and of what is written beyond it.
     */
    static final int MOST = 30 + 7;

    private static final long MILLIS_OF_DAY = 86_400_000;
    private static final long NANOS_OF_DAY = 86_400_000_000_000L;
    private static final int NANOS = 1_000_000_000;

    /** Days from 1 March of the year 0 to 1 January 1970. */
    private static final int EPOCH = 719_468;

    private static final int DAYS_OF_400_YEARS = 146_097;
    private static final long DATE = (Digits.ZEROS & 0x00ff_ff00_ffff_ffffL) | (long) '-' << 32 | (long) '-' << 56;
    private static final long TIME = (Digits.ZEROS & 0xffff_00ff_ff00_ffffL) | (long) ':' << 16 | (long) ':' << 40;

    private Times() {}

    static int putMillis(byte[] to, int at, long epochMillis) {
        long day = Math.floorDiv(epochMillis, MILLIS_OF_DAY);
        int millis = (int) (epochMillis - day * MILLIS_OF_DAY);
        int seconds = millis / 1_000;
        int end = putSecond(to, putDay(to, at, day), seconds);
        return utc(to, Digits.exactly(to, end, millis - seconds * 1_000, 3));
    }

    static int putNanos(byte[] to, int at, long epochNanos) {
        long day = Math.floorDiv(epochNanos, NANOS_OF_DAY);
        long nanosOfDay = epochNanos - day * NANOS_OF_DAY;
        int seconds = (int) (nanosOfDay / NANOS);
        int nanos = (int) (nanosOfDay - (long) seconds * NANOS);
        int end = putSecond(to, putDay(to, at, day), seconds);
        return utc(to, nine(to, end, nanos));
    }

    private static int nine(byte[] to, int at, int nanos) {
        int first = nanos / Digits.E8;
        to[at] = (byte) ('0' + first);
        return Digits.exactlyEight(to, at + 1, nanos - first * Digits.E8);
    }

    private static int utc(byte[] to, int at) {
        to[at] = 'Z';
        return at + 1;
    }

    private static int putDay(byte[] to, int at, long epochDay) {
        long shifted = epochDay + EPOCH;
        long era = Math.floorDiv(shifted, DAYS_OF_400_YEARS);
        int dayOfEra = (int) (shifted - era * DAYS_OF_400_YEARS);
        int yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
        int dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        int march = (5 * dayOfYear + 2) / 153;
        int day = dayOfYear - (153 * march + 2) / 5 + 1;
        int month = march < 10 ? march + 3 : march - 9;
        long year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0);
        int start = at;
        if (year < 0 || year > 9_999) {
            to[start++] = (byte) (year < 0 ? '-' : '+');
            year = Math.abs(year);
            if (year > 9_999) {
                start = Digits.putPositive(to, start, year / 10_000);
                year %= 10_000;
            }
        }
        long digits = Digits.eight((int) year * 10_000 + month * 100 + day);
        long spread = (digits & 0xffff_ffffL) | (digits >>> 32 & 0xffff) << 40;
        Digits.EIGHT.set(to, start, spread + DATE);
        to[start + 8] = (byte) ('0' + (digits >>> 48));
        to[start + 9] = (byte) ('0' + (digits >>> 56));
        to[start + 10] = 'T';
        return start + 11;
    }

    /** Writes hours, minutes, seconds and a decimal point. */
    private static int putSecond(byte[] to, int at, int secondOfDay) {
        int minutes = secondOfDay / 60;
        int hours = minutes / 60;
        int readable = hours * 1_000_000 + (minutes - hours * 60) * 10_000 + (secondOfDay - minutes * 60) * 100;
        long digits = Digits.eight(readable);
        long spread = (digits & 0xffff) | (digits >>> 16 & 0xffff) << 24 | (digits >>> 32 & 0xffff) << 48;
        Digits.EIGHT.set(to, at, spread + TIME);
        to[at + 8] = '.';
        return at + 9;
    }

    /** Writes a duration as {@link java.time.Duration#toString} does. */
    static int putDuration(byte[] to, int at, long nanos) {
        long seconds = nanos / NANOS;
        int fraction = (int) (nanos - seconds * NANOS);
        to[at] = 'P';
        to[at + 1] = 'T';
        int end = unit(to, at + 2, seconds / 3_600, 'H');
        end = unit(to, end, seconds / 60 % 60, 'M');
        int rest = (int) (seconds % 60);
        if (rest == 0 && fraction == 0 && end > at + 2) {
            return end;
        }
        if (nanos < 0 && rest == 0 && fraction != 0) {
            to[end++] = '-';
        }
        end = Digits.put(to, end, rest);
        if (fraction != 0) {
            to[end] = '.';
            end = nine(to, end + 1, Math.abs(fraction));
            while (to[end - 1] == '0') {
                end--;
            }
        }
        to[end] = 'S';
        return end + 1;
    }

    private static int unit(byte[] to, int at, long count, char letter) {
        if (count == 0) {
            return at;
        }
        int end = Digits.put(to, at, count);
        to[end] = (byte) letter;
        return end + 1;
    }
}
