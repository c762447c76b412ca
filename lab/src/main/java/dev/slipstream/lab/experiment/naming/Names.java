package dev.slipstream.lab.experiment.naming;

import java.util.function.IntFunction;

/** Names created before the measurement, so that only renaming is measured. */
final class Names {
    /** The number of names; a power of two, so that a mask maps a counter to an index. */
    static final int COUNT = 16;

    private Names() {}

    /**
     * Returns names each of which differs from the next: alternately only in the last character, so that comparing the two takes
     * longest, and also in the first, so that every JDK, however it shortens names, must give the operating system a new one.
     *
     * @param length the length in characters, at least 1
     * @return {@link #COUNT} names
     */
    static String[] changing(int length) {
        return all(i -> {
            char last = (char) ('a' + i);
            return length == 1 ? String.valueOf(last) : (char) ('a' + i / 2) + "-".repeat(length - 2) + last;
        });
    }

    /**
     * Returns equal names, each a distinct object, since applications usually build a new string for each rename.
     *
     * @param length the length in characters, at least 1
     * @return {@link #COUNT} equal names
     */
    static String[] same(int length) {
        char[] characters = changing(length)[0].toCharArray();
        return all(i -> new String(characters));
    }

    private static String[] all(IntFunction<String> name) {
        String[] names = new String[COUNT];
        for (int i = 0; i < COUNT; i++) {
            names[i] = name.apply(i);
        }
        return names;
    }
}
