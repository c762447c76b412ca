package dev.slipstream.cli.diagnose.output;

import dev.slipstream.agent.engine.Remedies;
import dev.slipstream.diagnose.result.Carriers;
import dev.slipstream.diagnose.result.Carriers.Hold;
import dev.slipstream.diagnose.result.Carriers.State;
import dev.slipstream.diagnose.result.Carriers.Wait;
import dev.slipstream.diagnose.result.DiagnosedJvm;
import dev.slipstream.diagnose.result.Diagnosis;
import dev.slipstream.diagnose.result.Diagnosis.Moment;
import dev.slipstream.diagnose.result.Finding;
import dev.slipstream.diagnose.result.Finding.Amount;
import dev.slipstream.diagnose.result.Finding.Saved;
import dev.slipstream.diagnose.result.Finding.Share;
import dev.slipstream.diagnose.result.Finding.Site;
import dev.slipstream.diagnose.result.Finding.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Diagnoses to write. */
public final class Found {
    private static final DiagnosedJvm SHOP = new DiagnosedJvm("org.example.Shop", 4711L, 21, "21.0.8+9-LTS", 8);
    private static final String STARTED = "2026-11-26T12:00:00Z";
    private static final String RISK = "The native name follows within 20 ms.";

    private Found() {}

    /** Two costs are paid, others not. */
    public static Diagnosis two() {
        return diagnosis(SHOP, List.of("the recording is short"));
    }

    /** The same in a recording. */
    public static Diagnosis recorded() {
        return diagnosis(new DiagnosedJvm("monday.jfr", null, 21, "21.0.8+9-LTS", 1), List.of());
    }

    private static Diagnosis diagnosis(DiagnosedJvm subject, List<String> caveats) {
        return new Diagnosis(subject, STARTED, 30.2, 1.5, List.of(
                finding("arenas", Verdict.NOT_PAID, 0.0004, "the processor time"),
                new Finding("buffering", Verdict.PAID, new Share(0.31, 0.25, 0.372, "the processor time"),
                        List.of(new Amount("calls", 52_300, "/s"), new Amount("read", 52_300, "B/s")),
                        List.of(new Site("org.example.Parser.next", 123, 1_234, 0.8, "1 byte each"),
                                new Site("org.example.io.VeryLongName.readHeader", -1, 98, 0.064, "")),
                        List.of("52,300 calls/s x 690 ns = 36 ms/s", "of which 95 % would go"), new Saved(0.24, 0.36),
                        "What others write is seen late.",
                        "slipstream attach 4711 --remedies buffering", List.of("in bursts of 100 ms only")),
                new Finding("naming", Verdict.PAID, Share.measured(0.12, "the processor time"), List.of(), List.of(), List.of(),
                        new Saved(0.1, 0.13), RISK, "slipstream attach 4711 --remedies naming", List.of()),
                new Finding("pinning", Verdict.NOT_HERE, null, List.of(), List.of(), List.of(), null, "", "", List.of()),
                new Finding("priority", Verdict.UNKNOWN, null, List.of(), List.of(), List.of(), null, "", "",
                        List.of("a recording does not show nice values")),
                finding("text", Verdict.NOT_PAID, 0, "what is allocated")), caveats, moments(30));
    }

    /** All carriers are held, and nothing was recorded. */
    public static Diagnosis hanging() {
        return hanging(new Carriers(State.HANGS, 2, 2, 0, 14.2, 4, 9,
                List.of(new Hold("org.example.Pool.borrow", 52, "park under a monitor", "java.util.concurrent.Semaphore", 2)),
                List.of(new Wait("org.example.Shop.main", 12, "CountDownLatch.await", 1, false)), List.of(), true, List.of()));
    }

    /** The same JVM, with other carriers. */
    public static Diagnosis hanging(Carriers carriers) {
        Finding pinning =
                new Finding("pinning", Verdict.PAID, new Share(1, 1, 1, "the carriers' time"), List.of(), List.of(), List.of(),
                        new Saved(1, 1), RISK,
                        Boolean.TRUE.equals(carriers.attachHelps()) ? "slipstream attach 4711 --remedies pinning" : "",
                        List.of());
        Finding naming = new Finding("naming", Verdict.UNKNOWN, null, List.of(), List.of(), List.of(), null, "", "",
                List.of("Not recorded."));
        return new Diagnosis(new DiagnosedJvm("org.example.Shop", 4711L, 21, "21.0.8+9-LTS", 0), "", 0, null,
                List.of(pinning, naming),
                List.of(), List.of(), carriers);
    }

    /** Two notes, of which one is a sentence. */
    public static Diagnosis noted() {
        return new Diagnosis(SHOP, STARTED, 30, 1.5,
                List.of(new Finding("buffering", Verdict.UNKNOWN, null, List.of(), List.of(), List.of(),
                        null, "", "", List.of("In bursts of 100 ms only.", "the flight recorder saw one"))),
                List.of(), List.of());
    }

    /** Nothing is paid. */
    public static Diagnosis none() {
        List<Finding> findings = new ArrayList<>();
        for (String remedy : Remedies.names()) {
            findings.add(finding(remedy, Verdict.NOT_PAID, 0, "the processor time"));
        }
        return new Diagnosis(SHOP, STARTED, 30, 1.5, findings, List.of(), List.of());
    }

    /** Text in place of every text that comes from outside. */
    public static Diagnosis hostile(String text) {
        Finding finding = new Finding("naming", Verdict.PAID, new Share(1, 1, 1, text), List.of(new Amount(text, 1, text)),
                List.of(new Site(text, 1, 1, 1, text)), List.of(text), null, text, text, List.of(text));
        return new Diagnosis(new DiagnosedJvm(text, null, 0, text, 0), text, 0, null, List.of(finding), List.of(text), List.of());
    }

    private static Finding finding(String remedy, Verdict verdict, double share, String of) {
        return new Finding(remedy, verdict, new Share(share, 0, 2 * share + 0.002, of), List.of(), List.of(), List.of(), null, "",
                "",
                List.of());
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
        return new Diagnosis(two.jvm(), STARTED, 3_600, 1.5, two.findings(), List.of(), moments(3_600));
    }
}
