package dev.slipstream.cli.diagnose.output;

import dev.slipstream.cli.diagnose.Diagnosis;
import dev.slipstream.cli.diagnose.Diagnosis.Moment;
import dev.slipstream.cli.diagnose.detect.Finding;
import dev.slipstream.cli.diagnose.detect.Finding.Amount;
import dev.slipstream.cli.diagnose.detect.Finding.Share;
import dev.slipstream.cli.diagnose.detect.Finding.Site;
import dev.slipstream.cli.diagnose.detect.Finding.Verdict;
import dev.slipstream.cli.diagnose.profile.DiagnosedJvm;
import dev.slipstream.lab.experiment.Experiments;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Diagnoses to write. */
public final class Found {
    private static final DiagnosedJvm SHOP = new DiagnosedJvm("org.example.Shop", 4711L, 21, "21.0.8+9-LTS", 8);
    private static final String RISK = "The native name follows within 20 ms.";

    private Found() {
    }

    /** Two costs are paid, others not. */
    public static Diagnosis two() {
        return diagnosis(SHOP, List.of("the recording is short"));
    }

    /** The same in a recording. */
    public static Diagnosis recorded() {
        return diagnosis(new DiagnosedJvm("monday.jfr", null, 21, "21.0.8+9-LTS", 1), List.of());
    }

    private static Diagnosis diagnosis(DiagnosedJvm subject, List<String> caveats) {
        return new Diagnosis(subject, 30.2, List.of(
                finding("arenas", Verdict.NOT_PAID, 0.0004, "the processor time"),
                new Finding("buffering", Verdict.PAID, new Share(0.31, "the processor time"),
                        List.of(new Amount("calls", 52_300, "/s"), new Amount("read", 52_300, "B/s")),
                        List.of(new Site("org.example.Parser.next", 123, 1_234, 0.8, "1 byte each"),
                                new Site("org.example.io.VeryLongName.readHeader", -1, 98, 0.064, "")),
                        List.of("52,300 calls/s x 690 ns = 36 ms/s", "of which 95 % would go"), "What others write is seen late.",
                        "./slipstream attach 4711 --remedies buffering", List.of("in bursts of 100 ms only")),
                new Finding("naming", Verdict.PAID, new Share(0.12, "the processor time"), List.of(), List.of(), List.of(), RISK,
                        "./slipstream attach 4711 --remedies naming", List.of()),
                new Finding("pinning", Verdict.NOT_HERE, null, List.of(), List.of(), List.of(), "", "", List.of()),
                new Finding("priority", Verdict.UNKNOWN, null, List.of(), List.of(), List.of(), "", "",
                        List.of("a recording does not show nice values")),
                finding("text", Verdict.NOT_PAID, 0, "what is allocated")), caveats, moments(30));
    }

    /** Nothing is paid. */
    public static Diagnosis none() {
        List<Finding> findings = new ArrayList<>();
        for (String remedy : Experiments.remedies()) {
            findings.add(finding(remedy, Verdict.NOT_PAID, 0, "the processor time"));
        }
        return new Diagnosis(SHOP, 30, findings, List.of(), List.of());
    }

    /** Whatever comes from outside is this. */
    public static Diagnosis hostile(String text) {
        Finding finding = new Finding("naming", Verdict.PAID, new Share(1, text), List.of(new Amount(text, 1, text)),
                List.of(new Site(text, 1, 1, 1, text)), List.of(text), text, text, List.of(text));
        return new Diagnosis(new DiagnosedJvm(text, null, 0, text, 0), 0, List.of(finding), List.of(text), List.of());
    }

    private static Finding finding(String remedy, Verdict verdict, double share, String of) {
        return new Finding(remedy, verdict, new Share(share, of), List.of(), List.of(), List.of(), "", "", List.of());
    }

    /** A course of so many seconds. */
    public static List<Moment> moments(int seconds) {
        List<Moment> moments = new ArrayList<>();
        for (int second = 0; second < seconds; second++) {
            moments.add(new Moment(second, Map.of("buffering", 0.3 + 0.01 * (second % 7), "naming", 0.12, "text", 0.0)));
        }
        return moments;
    }

    /** The same for long. */
    public static Diagnosis long1h() {
        Diagnosis two = two();
        return new Diagnosis(two.subject(), 3_600, two.findings(), List.of(), moments(3_600));
    }
}
