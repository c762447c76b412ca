package dev.slipstream.cli.trial;

import dev.slipstream.diagnose.result.Diagnosis;
import dev.slipstream.diagnose.result.Finding;
import dev.slipstream.diagnose.result.Finding.Amount;
import dev.slipstream.diagnose.result.Finding.Verdict;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The comparison of a diagnosis before remedies were installed with one after.
 *
 * <p>A cost counts as changed if its figure has halved or doubled. If its course over time is known, it also counts as changed if
 * it has changed by a fifth and the 95 % intervals of both means do not overlap. The application's load is assumed to be the same
 * both times. A share of a whole depends less on that than a figure per second, so shares are compared first.
 *
 * @param outcomes one per remedy that was tried, in the order of the findings
 */
public record Trial(List<Outcome> outcomes) {
    private static final double HALF = 0.5;
    private static final double FIFTH = 0.2;
    private static final int LEAST_MOMENTS = 5;

    /** Quantile of Student's t distribution at few degrees of freedom: twice {@link #LEAST_MOMENTS}, less two. */
    private static final double STUDENT = 2.306;

    /** Copies the list. */
    public Trial {
        outcomes = List.copyOf(outcomes);
    }

    /** The direction of a change that exceeds noise. */
    public enum Change {
        /** The cost went down. */
        BETTER,
        /** The cost did not change by more than noise, or is unknown. */
        SAME,
        /** The cost went up. */
        WORSE
    }

    /**
     * The outcome of a trial for one remedy's cost.
     *
     * @param remedy the remedy's name
     * @param change the direction of the change
     * @param text both figures, or why there are none, for the user
     */
    public record Outcome(String remedy, Change change, String text) {
        /** Returns the outcome in one line. */
        @Override
        public String toString() {
            return remedy + ": " + change.name().toLowerCase(Locale.ROOT) + ", " + text;
        }
    }

    /** A figure from both diagnoses. */
    private record Figures(double before, double after, String text) {
    }

    /** A mean with the half-width of its confidence interval. */
    private record Mean(double value, double margin) {
    }

    /** Compares the findings of the remedies that were tried. */
    public static Trial of(Diagnosis before, Diagnosis after, Collection<String> remedies) {
        List<Outcome> outcomes = new ArrayList<>();
        for (Finding first : before.findings()) {
            if (remedies.contains(first.remedy())) {
                outcomes.add(after.findings().stream().filter(each -> each.remedy().equals(first.remedy())).findFirst()
                        .map(second -> outcome(first, second, before, after))
                        .orElseGet(() -> unknown(first.remedy())));
            }
        }
        for (String remedy : remedies) {
            if (outcomes.stream().noneMatch(each -> each.remedy().equals(remedy))) {
                outcomes.add(unknown(remedy));
            }
        }
        return new Trial(outcomes);
    }

    private static Outcome unknown(String remedy) {
        return new Outcome(remedy, Change.SAME, "its cost is unknown");
    }

    private static Outcome outcome(Finding first, Finding second, Diagnosis before, Diagnosis after) {
        String remedy = first.remedy();
        if (isUnknown(first) || isUnknown(second)) {
            return unknown(remedy);
        }
        boolean paid = first.verdict() == Verdict.PAID;
        boolean stillPaid = second.verdict() == Verdict.PAID;
        Optional<Figures> figures = figures(first, second);
        String text = figures.map(Figures::text)
                .orElse((paid ? "paid" : "not paid") + " before, " + (stillPaid ? "paid" : "not paid") + " after");
        if (!paid && !stillPaid) {
            return new Outcome(remedy, Change.SAME, "the cost was not paid before: " + text);
        }
        if (figures.isEmpty()) {
            return new Outcome(remedy, paid == stillPaid ? Change.SAME : paid ? Change.BETTER : Change.WORSE, text);
        }
        Optional<Mean> meanBefore = mean(before, remedy);
        Optional<Mean> meanAfter = mean(after, remedy);
        boolean course = first.share() != null && meanBefore.isPresent() && meanAfter.isPresent();
        double old = figures.get().before;
        double now = figures.get().after;
        if (paid && (isHalf(now, old) || course && isLess(meanAfter.get(), meanBefore.get()))) {
            return new Outcome(remedy, Change.BETTER, text);
        }
        if (stillPaid && (isHalf(old, now) || course && isLess(meanBefore.get(), meanAfter.get()))) {
            return new Outcome(remedy, Change.WORSE, text);
        }
        return new Outcome(remedy, Change.SAME, text);
    }

    private static boolean isUnknown(Finding finding) {
        return finding.verdict() == Verdict.UNKNOWN || finding.verdict() == Verdict.NOT_HERE;
    }

    private static boolean isHalf(double less, double more) {
        return more > 0 && less <= more * HALF;
    }

    private static boolean isLess(Mean less, Mean more) {
        return less.value <= more.value * (1 - FIFTH) && less.value + less.margin < more.value - more.margin;
    }

    /** Returns the share if both findings have the same one, or else the first amount that both have. */
    private static Optional<Figures> figures(Finding before, Finding after) {
        if (before.share() != null && after.share() != null && before.share().of().equals(after.share().of())) {
            return Optional.of(new Figures(before.share().value(), after.share().value(), percent(before.share().value())
                    + " of " + before.share().of() + " before, " + percent(after.share().value()) + " after"));
        }
        for (Amount first : before.amounts()) {
            for (Amount second : after.amounts()) {
                if (first.what().equals(second.what()) && first.unit().equals(second.unit())) {
                    return Optional.of(new Figures(first.value(), second.value(), first.what() + " " + text(first)
                            + " before, " + text(second) + " after"));
                }
            }
        }
        return Optional.empty();
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }

    private static String text(Amount amount) {
        return String.format(Locale.ROOT, amount.value() < 10 ? "%.2f" : "%,.0f", amount.value())
                + (amount.unit().isEmpty() ? "" : " " + amount.unit());
    }

    private static Optional<Mean> mean(Diagnosis diagnosis, String remedy) {
        double[] shares = diagnosis.moments().stream().filter(moment -> moment.shares().containsKey(remedy))
                .mapToDouble(moment -> moment.shares().get(remedy)).toArray();
        if (shares.length < LEAST_MOMENTS) {
            return Optional.empty();
        }
        double sum = 0;
        for (double share : shares) {
            sum += share;
        }
        double mean = sum / shares.length;
        double squares = 0;
        for (double share : shares) {
            squares += (share - mean) * (share - mean);
        }
        return Optional.of(new Mean(mean, STUDENT * Math.sqrt(squares / (shares.length - 1) / shares.length)));
    }

    /** Returns whether the remedies stay installed: at least one cost went down. */
    public boolean isKept() {
        return outcomes.stream().anyMatch(outcome -> outcome.change() == Change.BETTER);
    }

    /** Returns the text for the user: one line per remedy, and one for the decision. */
    public List<String> text() {
        List<String> lines = new ArrayList<>();
        outcomes.forEach(outcome -> lines.add(outcome.toString()));
        List<String> worse = outcomes.stream().filter(outcome -> outcome.change() == Change.WORSE).map(Outcome::remedy).toList();
        lines.add(!isKept() ? "no cost went down: taken back"
                : worse.isEmpty() ? "kept" : "kept, although these costs went up: " + String.join(", ", worse));
        return lines;
    }
}
