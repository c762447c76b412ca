package dev.slipstream.naming;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.StringTokenizer;

/** How many files may be open for names: the application needs its share, which an open file of ours would take from it. */
final class FileLimit {
    /** Of what the process may have, the one part of so many that is ours. */
    private static final int PARTS = 4;
    private static final String LINE = "Max open files";

    private FileLimit() {
    }

    /** As many as this; all there can be where the process has no limit, or where it cannot be read. */
    static int share() {
        try (FileInputStream in = new FileInputStream("/proc/self/limits")) {
            return shareOf(new String(in.readAllBytes(), StandardCharsets.US_ASCII));
        } catch (IOException | SecurityException thenOpeningWillTell) {
            return Integer.MAX_VALUE;
        }
    }

    static int shareOf(String limits) {
        int from = limits.indexOf(LINE);
        StringTokenizer values = new StringTokenizer(from < 0 ? "" : limits.substring(from + LINE.length()));
        String soft = values.hasMoreTokens() ? values.nextToken() : "";
        try {
            return (int) Math.min(Integer.MAX_VALUE, Long.parseLong(soft) / PARTS);
        } catch (NumberFormatException unlimited) {
            return Integer.MAX_VALUE;
        }
    }
}
