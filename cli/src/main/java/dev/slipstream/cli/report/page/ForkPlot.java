package dev.slipstream.cli.report.page;

import dev.slipstream.cli.report.Unit;
import dev.slipstream.lab.result.SubjectResult;
import dev.slipstream.lab.result.SubjectResult.ForkResult;
import dev.slipstream.lab.result.WorkloadResult;
import java.util.List;
import java.util.stream.DoubleStream;

/** The scores of every fork of one workload: a row for each subject, the forks from top to bottom in the order they ran. */
final class ForkPlot {
    private static final double HEIGHT = 34;
    private static final double PADDING = 7;

    /** Beyond that they would be a bar: only where they begin and end is drawn then. */
    private static final int MOST_ITERATIONS = 400;

    private final Html html;
    private final Subjects subjects;

    ForkPlot(Html html, Subjects subjects) {
        this.html = html;
        this.subjects = subjects;
    }

    /** Draws a workload that gave scores. */
    void draw(String number, WorkloadResult workload) {
        Unit unit = Unit.of(workload);
        double[] all = workload.subjects().stream()
                .flatMap(subject -> subject.forks().stream())
                .flatMapToDouble(fork -> values(fork, unit))
                .toArray();
        Scale scale = Scale.wide(all) ? Scale.logarithmic(DoubleStream.of(all)) : Scale.linear(DoubleStream.of(all));
        Tracks tracks = new Tracks(html, scale, number + " " + workload.title());
        for (String name : subjects.names()) {
            workload.subjects().stream()
                    .filter(subject -> subject.subject().equals(name))
                    .forEach(subject -> draw(tracks, unit, subject));
        }
        tracks.end(unit.name());
    }

    private void draw(Tracks tracks, Unit unit, SubjectResult subject) {
        Double median = subject.median();
        if (median == null) {
            tracks.empty(new Tracks.Row("", Subjects.shown(subject.subject()), "", HEIGHT, "", ""), "every fork failed");
            return;
        }
        double[] scores = subject.scores().stream().mapToDouble(Double::doubleValue).sorted().toArray();
        String figures = "median " + unit.text(median) + " of " + forks(subject);
        String range = "from " + unit.text(scores[0]) + " to " + unit.text(scores[scores.length - 1]);
        String name = Subjects.shown(subject.subject());
        Tracks.Row words = new Tracks.Row("", name, "", HEIGHT, name + ": " + forks(subject), figures + ", " + range);
        tracks.row(words, svg -> {
            String style = Subjects.style(subject.subject());
            List<ForkResult> forks = subject.forks().stream().filter(fork -> fork.score() != null).toList();
            boolean each = forks.stream().mapToInt(fork -> fork.iterations().size()).sum() <= MOST_ITERATIONS;
            svg.line("median " + style, tracks.at(median * unit.factor()), 2, tracks.at(median * unit.factor()), HEIGHT - 2);
            for (int i = 0; i < forks.size(); i++) {
                double y = forks.size() == 1 ? HEIGHT / 2 : PADDING + (HEIGHT - 2 * PADDING) * i / (forks.size() - 1);
                iterations(tracks, svg, values(forks.get(i), unit).skip(1).toArray(), y, each, style);
                svg.dot("fork " + style, tracks.at(forks.get(i).score() * unit.factor()), y, 3);
            }
        }, () -> {
            html.element("p", unit.text(median), "class", "ratio");
            html.element("p", forks(subject), "class", "detail");
        });
    }

    private static void iterations(Tracks tracks, Svg svg, double[] iterations, double y, boolean each, String style) {
        if (iterations.length < 2) {
            return;
        }
        if (each) {
            for (double iteration : iterations) {
                svg.line("iteration " + style, tracks.at(iteration), y - 3, tracks.at(iteration), y + 3);
            }
        } else {
            double low = DoubleStream.of(iterations).min().orElseThrow();
            double high = DoubleStream.of(iterations).max().orElseThrow();
            svg.line("iteration " + style, tracks.at(low), y, tracks.at(high), y);
        }
    }

    /** The score, and those of the iterations. */
    private static DoubleStream values(ForkResult fork, Unit unit) {
        DoubleStream iterations = fork.iterations().stream().mapToDouble(Double::doubleValue);
        return fork.score() == null
                ? DoubleStream.empty()
                : DoubleStream.concat(DoubleStream.of(fork.score()), iterations).map(value -> value * unit.factor());
    }

    private static String forks(SubjectResult subject) {
        int ran = subject.scores().size();
        int failed = subject.forks().size() - ran;
        return ran + (ran == 1 ? " fork" : " forks") + (failed == 0 ? "" : ", " + failed + " failed");
    }
}
