package dev.slipstream.cli.report.page;

import dev.slipstream.lab.result.Results;

/**
 * A machine on the page.
 *
 * @param index its place, from 0
 * @param name by which its owner knows it
 * @param results what was found on it
 */
record Machine(int index, String name, Results results) {
    private static final int LETTERS = 26;

    /** A letter; after Z two of them. */
    String label() {
        return label(index);
    }

    /** A letter; after Z two of them. */
    static String label(int index) {
        String last = String.valueOf((char) ('A' + index % LETTERS));
        return index < LETTERS ? last : label(index / LETTERS - 1) + last;
    }

    /** What it is. */
    String description() {
        String cpu = results.environment().cpu() == null ? "an unknown processor" : results.environment().cpu();
        int cores = results.environment().cores();
        return cpu + ", " + cores + (cores == 1 ? " core" : " cores");
    }
}
