package dev.slipstream.cli.diagnose.output;

import dev.slipstream.diagnose.result.DiagnosedJvm;
import dev.slipstream.diagnose.result.Finding;
import dev.slipstream.diagnose.result.Finding.Amount;
import dev.slipstream.diagnose.result.Finding.Site;
import dev.slipstream.diagnose.result.Finding.Verdict;
import dev.slipstream.results.stats.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Formats figures and names of a diagnosis, in the same way for the terminal and the page. */
public final class Figures {
    private static final String[] LARGE_UNITS = {"", "k", "M", "G", "T"};
    private static final double MANY_BYTES = 10_000;
    private static final double THOUSAND = 1_000;

    private Figures() {}

    /**
     * Formats a figure with its name and unit.
     *
     * @param amount the figure
     * @return a phrase such as {@code closes 52,300/s} or {@code allocated 12.4 MB/s}
     */
    public static String amount(Amount amount) {
        return text(amount.what()) + " " + value(amount);
    }

    /**
     * Formats the value of a figure with its unit.
     *
     * @param amount the figure
     * @return a value such as {@code 52,300/s}
     */
    public static String value(Amount amount) {
        double value = amount.value();
        String unit = text(amount.unit());
        if (unit.startsWith("B") && value >= MANY_BYTES) {
            int step = 0;
            while (value >= THOUSAND && step < LARGE_UNITS.length - 1) {
                value /= THOUSAND;
                step++;
            }
            unit = LARGE_UNITS[step] + unit;
        }
        String number = value == Math.rint(value) ? Numbers.plain(value) : Numbers.significant(value);
        return number + (unit.isEmpty() || unit.startsWith("/") ? unit : " " + unit);
    }

    /**
     * Formats all figures of a finding.
     *
     * @param finding the finding
     * @return a list such as {@code 12 % (10 to 14 %) of the processor time; closes 52,300/s}; empty if there are no figures
     */
    public static String all(Finding finding) {
        List<String> all = new ArrayList<>();
        if (finding.share() != null) {
            all.add(text(finding.much()));
        }
        finding.amounts().forEach(amount -> all.add(amount(amount)));
        return String.join("; ", all);
    }

    /**
     * Formats the most telling figure of a finding.
     *
     * @param finding the finding
     * @return the share, or else the first figure; empty if there are no figures, or the verdict is unknown and the share too
     */
    public static String headline(Finding finding) {
        return finding.share() != null ? text(finding.much())
                : finding.amounts().isEmpty() || finding.verdict() == Verdict.UNKNOWN ? "" : amount(finding.amounts().get(0));
    }

    /**
     * Joins notes.
     *
     * @param notes the notes, of which some are sentences
     * @return a single note unchanged, several as sentences
     */
    public static String notes(List<String> notes) {
        return text(notes.size() == 1 ? notes.get(0)
                : notes.stream().map(note -> note.endsWith(".") ? note : note + ".").collect(Collectors.joining(" ")));
    }

    /**
     * Formats a place in the application.
     *
     * @param site the place
     * @return a place such as {@code org.example.Parser.next:123}
     */
    public static String place(Site site) {
        return text(site.method()) + (site.line() >= 0 ? ":" + site.line() : "");
    }

    /**
     * Formats the description of a JVM.
     *
     * @param jvm the JVM
     * @return a description such as {@code org.example.Shop, process 4711, JDK 21.0.8+9-LTS, 8 processors}
     */
    public static String jvm(DiagnosedJvm jvm) {
        StringBuilder text = new StringBuilder(text(jvm.name()));
        if (jvm.pid() != null && !jvm.name().equals("process " + jvm.pid())) {
            text.append(", process ").append(jvm.pid());
        }
        if (!jvm.vm().isEmpty() || jvm.feature() > 0) {
            text.append(", JDK ").append(jvm.vm().isEmpty() ? Integer.toString(jvm.feature()) : text(jvm.vm()));
        }
        if (jvm.processors() > 0) {
            text.append(", ").append(jvm.processors()).append(jvm.processors() == 1 ? " processor" : " processors");
        }
        return text.toString();
    }

    /**
     * Sanitizes text. Names come from the application or an untrusted recording, and must not control a terminal.
     *
     * @param text any text
     * @return the text with each control or format character replaced by U+FFFD
     */
    public static String text(String text) {
        return text.codePoints()
                .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.FORMAT ? '\uFFFD' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
