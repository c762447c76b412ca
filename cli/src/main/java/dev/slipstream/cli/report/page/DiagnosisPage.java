package dev.slipstream.cli.report.page;

import dev.slipstream.cli.diagnose.output.DiagnosisText;
import dev.slipstream.cli.diagnose.output.Figures;
import dev.slipstream.cli.report.Words;
import dev.slipstream.diagnose.result.Diagnosis;
import dev.slipstream.diagnose.result.Finding;
import dev.slipstream.diagnose.result.Finding.Verdict;
import java.util.ArrayList;
import java.util.List;

/** Renders a diagnosis of one or several JVMs as an HTML page. */
public final class DiagnosisPage {
    private final List<Diagnosis> diagnoses;
    private final String version;
    private final String started;
    private final List<DiagnosisSection> sections = new ArrayList<>();

    private DiagnosisPage(List<Diagnosis> diagnoses, String version, String started) {
        this.diagnoses = diagnoses;
        this.version = version;
        this.started = started;
        for (Diagnosis diagnosis : diagnoses) {
            sections.add(new DiagnosisSection(diagnosis, diagnoses.size() == 1 ? "" : "jvm-" + (sections.size() + 1) + "-"));
        }
    }

    /**
     * Renders diagnoses.
     *
     * @param diagnoses one for each JVM, at least one
     * @param version the version of Slipstream; empty if unknown
     * @param started the time of the start, an instant in UTC
     * @return a self-contained HTML page
     */
    public static String of(List<Diagnosis> diagnoses, String version, String started) {
        return new DiagnosisPage(List.copyOf(diagnoses), version, started).page();
    }

    private String page() {
        PageFrame frame = new PageFrame("Slipstream: " + title());
        sections.forEach(section -> section.contents(frame, sections.size() > 1));
        return frame.page(this::head, html -> sections.forEach(section -> section.write(html, sections.size() > 1)), this::foot);
    }

    private String title() {
        if (diagnoses.size() == 1) {
            return bare(DiagnosisText.sentence(diagnoses.get(0)));
        }
        return diagnoses.stream().filter(Diagnosis::anyPaid).count() + " of " + diagnoses.size() + " JVMs pay";
    }

    private static String bare(String sentence) {
        return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
    }

    private void head(Html html) {
        html.element("p", "Slipstream: which known costs of the JVM an application pays", "class", "kicker");
        html.element("h1", title());
        if (diagnoses.size() == 1) {
            Diagnosis only = diagnoses.get(0);
            tally(html, only);
            html.element("p", Figures.jvm(only.jvm()) + ", diagnosed for " + Words.duration(DiagnosisText.seconds(only)) + ", "
                    + Words.minute(started) + ".", "class", "lead");
        }
        sections.forEach(section -> section.warn(html));
    }

    private static void tally(Html html, Diagnosis diagnosis) {
        html.open("p", "class", "tally");
        for (Verdict verdict : Verdict.values()) {
            long count = diagnosis.findings().stream().map(Finding::verdict).filter(verdict::equals).count();
            if (count > 0) {
                html.piece(DiagnosisSection.badge(verdict, count + " " + DiagnosisText.word(verdict)));
                html.text(" ");
            }
        }
        html.end();
    }

    private void foot(Html html) {
        html.element("p",
                "Shares are based on the samples of the flight recorder; savings are estimates, shown with their arithmetic. "
                        + (version.isEmpty() ? "Slipstream" : "Slipstream " + version) + ", " + Words.minute(started) + ".");
    }
}
