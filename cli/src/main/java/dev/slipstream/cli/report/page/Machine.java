package dev.slipstream.cli.report.page;

import dev.slipstream.lab.result.Results;

/**
 * A machine on the page.
 *
 * @param index its index, from 0
 * @param name the owner's name for it
 * @param results its results
 */
record Machine(int index, String name, Results results) {
    private static final int LETTERS = 26;

    /** Returns the machine's label: a letter; after Z, two letters. */
    String label() {
        return label(index);
    }

    /** Returns the label for an index: a letter; after Z, two letters. */
    static String label(int index) {
        String last = String.valueOf((char) ('A' + index % LETTERS));
        return index < LETTERS ? last : label(index / LETTERS - 1) + last;
    }

    /** Returns a description of the hardware. */
    String description() {
        String cpu = results.environment().cpu() == null ? "an unknown processor" : results.environment().cpu();
        int cores = results.environment().cores();
        return cpu + ", " + cores + (cores == 1 ? " core" : " cores");
    }
}
