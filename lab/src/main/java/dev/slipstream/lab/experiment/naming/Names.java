package dev.slipstream.lab.experiment.naming;

import java.util.function.IntFunction;

/** Names that are there before the clock starts, so that nothing but renaming is measured. */
final class Names {
    /** A power of two, so that a counter finds its name with a mask. */
    static final int COUNT = 16;

    private Names() {
    }

    /**
     * Names of which each differs from the next: in turn only in its last character, so that comparing the two takes longest,
     * and in its first as well, so that every JDK, however it shortens a name, has to tell the operating system a new one.
     *
     * @param length in characters, at least 1
     * @return {@link #COUNT} names
     */
    static String[] changing(int length) {
        return all(i -> {
            char last = (char) ('a' + i);
            return length == 1 ? String.valueOf(last) : (char) ('a' + i / 2) + "-".repeat(length - 2) + last;
        });
    }

    /**
     * One name again and again, each time another object with the same characters: who renames a thread puts the name together
     * first.
     *
     * @param length in characters, at least 1
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
