package dev.slipstream.cli.report.page;

import dev.slipstream.cli.diagnose.Diagnosis;
import dev.slipstream.cli.diagnose.Diagnosis.Moment;
import dev.slipstream.cli.diagnose.detect.Finding;
import dev.slipstream.cli.diagnose.detect.Finding.Verdict;
import dev.slipstream.lab.experiment.Experiments;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;

/** Plots the share of each cost over time. */
final class DiagnosisCurves {
    /** Maximum number of points; more would overlap. */
    private static final int MOST = 60;

    private static final double PERCENT = 100;

    private final Diagnosis diagnosis;

    DiagnosisCurves(Diagnosis diagnosis) {
        this.diagnosis = diagnosis;
    }

    /**
     * Writes the plots, if there is anything to plot.
     *
     * @param prefix makes ids unique on a page with several diagnoses
     * @param ofWhich the same for headings
     */
    void write(Html html, String prefix, String ofWhich) {
        List<CurvePlot.Line> lines = lines();
        if (diagnosis.moments().size() < 2 || lines.isEmpty()) {
            return;
        }
        html.open("section", "aria-labelledby", prefix + "time");
        html.element("h2", "Over time" + ofWhich, "id", prefix + "time");
        new CurvePlot(html).draw("Share of each cost, in the whole that its finding names",
                new CurvePlot.Axes("seconds since the beginning", false, "%", true), lines);
        html.end();
    }

    private List<CurvePlot.Line> lines() {
        List<CurvePlot.Line> lines = new ArrayList<>();
        for (Finding finding : diagnosis.findings()) {
            boolean known = finding.verdict() == Verdict.PAID || finding.verdict() == Verdict.NOT_PAID;
            List<CurvePlot.Point> points = points(finding.remedy());
            if (known && !points.isEmpty()) {
                lines.add(new CurvePlot.Line(finding.remedy(), style(finding.remedy()), lines.size(), points));
            }
        }
        return lines;
    }

    /** Returns the style class of a remedy's colour. */
    static String style(String remedy) {
        return "cost-" + Experiments.remedies().indexOf(remedy);
    }

    private List<CurvePlot.Point> points(String remedy) {
        List<Moment> moments = diagnosis.moments();
        int each = (moments.size() + MOST - 1) / MOST;
        List<CurvePlot.Point> points = new ArrayList<>();
        for (int i = 0; i < moments.size(); i += each) {
            point(remedy, moments.subList(i, Math.min(i + each, moments.size()))).ifPresent(points::add);
        }
        return points;
    }

    private static Optional<CurvePlot.Point> point(String remedy, List<Moment> moments) {
        DoubleSummaryStatistics seen = moments.stream()
                .filter(moment -> moment.shares().containsKey(remedy))
                .mapToDouble(moment -> PERCENT * moment.shares().get(remedy))
                .summaryStatistics();
        return seen.getCount() == 0 ? Optional.empty()
                : Optional.of(new CurvePlot.Point(moments.get(0).second(), seen.getAverage(), seen.getMin(), seen.getMax()));
    }
}
