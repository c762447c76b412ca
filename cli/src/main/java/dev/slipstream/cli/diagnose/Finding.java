package dev.slipstream.cli.diagnose;

import java.util.List;

/**
 * How much of one cost an application pays, where, and what can be done.
 *
 * @param remedy the remedy's name
 * @param verdict whether it is paid
 * @param share how much of what there is; null where that is unknown
 * @param amounts further figures, the most telling first
 * @param sites places in the application, the most frequent first, ten at most
 * @param saving what the remedy would save, as arithmetic: a line for each step; empty unless paid
 * @param risk what to know before applying it, one sentence
 * @param command what applies it; empty unless paid
 * @param caveats why the figures may be too low or too high, a sentence each
 */
public record Finding(String remedy, Verdict verdict, Share share, List<Amount> amounts, List<Site> sites, List<String> saving,
        String risk, String command, List<String> caveats) {
    /** Copies. */
    public Finding {
        amounts = List.copyOf(amounts);
        sites = List.copyOf(sites);
        saving = List.copyOf(saving);
        caveats = List.copyOf(caveats);
    }

    /**
     * A part of a whole.
     *
     * @param value from 0 to 1
     * @param of the whole, such as {@code the processor time}
     */
    public record Share(double value, String of) {
    }

    /**
     * A figure.
     *
     * @param what such as {@code closes}
     * @param value in the unit
     * @param unit such as {@code /s}, {@code ms/s}, {@code B/s}; empty for a number of things
     */
    public record Amount(String what, double value, String unit) {
    }

    /**
     * A place in the application.
     *
     * @param method with its class, such as {@code org.example.Parser.next}; never a method of the JDK
     * @param line in its source; -1 if that is unknown
     * @param count how often it was seen
     * @param part of what was seen in all, from 0 to 1
     * @param detail what else is known, such as sizes or a monitor's class; may be empty
     */
    public record Site(String method, int line, long count, double part, String detail) {
    }
}
