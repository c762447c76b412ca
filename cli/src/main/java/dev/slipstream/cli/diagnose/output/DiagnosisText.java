package dev.slipstream.cli.diagnose.output;

import dev.slipstream.cli.terminal.Screen;
import dev.slipstream.diagnose.result.Diagnosis;
import dev.slipstream.diagnose.result.Finding;
import dev.slipstream.diagnose.result.Finding.Site;
import dev.slipstream.diagnose.result.Finding.Verdict;
import dev.slipstream.diagnose.result.Percent;
import dev.slipstream.diagnose.result.Slipstream;
import dev.slipstream.results.stats.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Help.Ansi.Style;

/** Formats a diagnosis for the terminal. */
public final class DiagnosisText {
    private static final String NEW_LINE = "\n";
    private static final int INDENT = 2;
    private static final int MOST_SITES = 5;

    private final Screen screen;
    private final StringBuilder out = new StringBuilder();

    /**
     * A command that follows a diagnosis: applies the remedies to the JVM, checks them, or removes them.
     *
     * @param command the command as it can be typed
     * @param why what the command does
     */
    public record Next(String command, String why) {}

    private DiagnosisText(Screen screen) {
        this.screen = screen;
    }

    /**
     * Formats a whole diagnosis.
     *
     * @param diagnosis the diagnosis
     * @param screen what shows it
     * @return lines
     */
    public static String of(Diagnosis diagnosis, Screen screen) {
        DiagnosisText text = new DiagnosisText(screen);
        text.head(diagnosis);
        text.carriers(diagnosis);
        paid(diagnosis).forEach(text::finding);
        text.others(diagnosis);
        text.caveats(diagnosis.caveats());
        text.commands(diagnosis);
        return screen.fit(text.out.toString());
    }

    /**
     * Formats as much as a live view has room for.
     *
     * @param diagnosis the diagnosis so far
     * @param screen what shows it
     * @return lines
     */
    public static String brief(Diagnosis diagnosis, Screen screen) {
        DiagnosisText text = new DiagnosisText(screen);
        text.head(diagnosis);
        text.carriers(diagnosis);
        int width = diagnosis.findings().stream().mapToInt(finding -> finding.remedy().length()).max().orElse(0);
        for (Finding finding : diagnosis.findings()) {
            String much = Figures.headline(finding);
            String padding = " ".repeat(width - finding.remedy().length() + INDENT);
            text.line(INDENT, text.styled(finding.remedy(), finding.verdict()) + padding + word(finding.verdict())
                    + (much.isEmpty() ? "" : ": " + much));
            if (finding.verdict() == Verdict.PAID) {
                finding.sites().stream().limit(2).forEach(site -> text.line(width + 2 * INDENT, Figures.place(site) + "  "
                        + Percent.of(site.part())));
            }
        }
        text.caveats(diagnosis.caveats());
        return screen.fit(text.out.toString());
    }

    /**
     * Returns the summary in one sentence: what is paid, that it is idle, or that nothing was found.
     *
     * @param diagnosis the diagnosis
     * @return a sentence such as {@code It pays 2 of 6 costs.} or {@code It pays 1 of the 4 costs that its JDK has.}
     */
    public static String sentence(Diagnosis diagnosis) {
        String hangs = CarriersText.verdict(diagnosis);
        if (!hangs.isEmpty()) {
            return hangs;
        }
        int paid = paid(diagnosis).size();
        int all = diagnosis.findings().size();
        long here = diagnosis.findings().stream().filter(finding -> finding.verdict() != Verdict.NOT_HERE).count();
        if (paid > 0) {
            return "It pays " + paid + " of " + (here == all ? here + (here == 1 ? " cost." : " costs.")
                    : "the " + here + " costs that its JDK has.");
        }
        if (diagnosis.isIdle()) {
            return CarriersText.idle(diagnosis);
        }
        long unknown = diagnosis.findings().stream().filter(finding -> finding.verdict() == Verdict.UNKNOWN).count();
        return unknown == 0 ? "Nothing found: it pays none of the " + here + " costs" + (here == all ? "." : " that its JDK has.")
                : unknown == here
                        ? CarriersText.runs(diagnosis) + (CarriersText.runs(diagnosis).isEmpty() ? "Inconclusive: none" : " None")
                                + " of the " + here + " costs could be seen."
                        : "Nothing found: it pays none of the " + (here - unknown) + " costs that could be seen; " + unknown
                                + (unknown == 1 ? " is" : " are") + " unknown.";
    }

    private static List<Finding> paid(Diagnosis diagnosis) {
        return diagnosis.findings().stream().filter(finding -> finding.verdict() == Verdict.PAID).toList();
    }

    private void head(Diagnosis diagnosis) {
        out.append(styled(Figures.jvm(diagnosis.jvm()), Style.bold)).append(", diagnosed for ")
                .append(Numbers.significant(seconds(diagnosis))).append(" s").append(NEW_LINE);
        out.append(
                CarriersText.isVerdict(diagnosis) ? styled(sentence(diagnosis), Style.bold, Style.fg_red) : sentence(diagnosis))
                .append(NEW_LINE);
    }

    /** Returns the length of a diagnosis: of its recording or, without one, of the watch. */
    public static double seconds(Diagnosis diagnosis) {
        return diagnosis.seconds() > 0 || diagnosis.carriers() == null ? diagnosis.seconds()
                : diagnosis.carriers().watchedSeconds();
    }

    private void carriers(Diagnosis diagnosis) {
        CarriersText.details(diagnosis).forEach(fact -> line(INDENT, fact));
    }

    private void finding(Finding finding) {
        String much = Figures.all(finding);
        out.append(NEW_LINE).append(styled(finding.remedy(), finding.verdict())).append(": ")
                .append(much.isEmpty() ? "paid" : much)
                .append(NEW_LINE);
        sites(finding.sites());
        paragraph("would save", finding.saving());
        paragraph("risk", finding.risk().isEmpty() ? List.of() : List.of(finding.risk()));
        paragraph("note", finding.caveats());
        if (!finding.command().isEmpty()) {
            line(INDENT, "apply: " + styled(Screen.whole(Figures.text(finding.command())), Style.bold));
        }
    }

    private void sites(List<Site> sites) {
        List<Site> shown = sites.subList(0, Math.min(MOST_SITES, sites.size()));
        int places = shown.stream().mapToInt(site -> Figures.place(site).length()).max().orElse(0);
        int counts = shown.stream().mapToInt(site -> seen(site).length()).max().orElse(0);
        for (Site site : shown) {
            String place = Figures.place(site);
            String seen = seen(site);
            line(INDENT, place + " ".repeat(places - place.length() + 2) + " ".repeat(counts - seen.length()) + seen + "  "
                    + Percent.of(site.part()) + (site.detail().isEmpty() ? "" : "  " + Figures.text(site.detail())));
        }
        if (sites.size() > shown.size()) {
            line(INDENT, "and " + (sites.size() - shown.size()) + " more places");
        }
    }

    private static String seen(Site site) {
        return "seen " + (site.count() == 1 ? "once" : Numbers.plain(site.count()) + " times");
    }

    private void paragraph(String title, List<String> lines) {
        for (int i = 0; i < lines.size(); i++) {
            line(INDENT, (i == 0 ? title + ": " : " ".repeat(title.length() + 2)) + Figures.text(lines.get(i)));
        }
    }

    private void others(Diagnosis diagnosis) {
        List<String> lines = new ArrayList<>();
        for (Verdict verdict : List.of(Verdict.NOT_PAID, Verdict.NOT_HERE)) {
            String all = diagnosis.findings().stream()
                    .filter(finding -> finding.verdict() == verdict)
                    .map(finding -> finding.remedy() + bounded(finding))
                    .collect(Collectors.joining(", "));
            if (!all.isEmpty()) {
                lines.add(sentenceOf(verdict) + ": " + all);
            }
        }
        Map<String, List<String>> unknown = new LinkedHashMap<>();
        diagnosis.findings().stream().filter(finding -> finding.verdict() == Verdict.UNKNOWN)
                .forEach(finding -> unknown.computeIfAbsent(bounded(finding) + (finding.caveats().isEmpty() ? ""
                        : ": " + Figures.notes(finding.caveats())), why -> new ArrayList<>()).add(finding.remedy()));
        unknown.forEach((why, remedies) -> lines.add("Unknown: " + String.join(", ", remedies) + why));
        if (!lines.isEmpty()) {
            out.append(NEW_LINE);
            lines.forEach(line -> line(0, line));
        }
    }

    private static String bounded(Finding finding) {
        String much = Figures.headline(finding);
        return much.isEmpty() ? "" : " (" + much + ")";
    }

    private static String sentenceOf(Verdict verdict) {
        String word = word(verdict);
        return Character.toUpperCase(word.charAt(0)) + word.substring(1);
    }

    /**
     * Returns a verdict in words.
     *
     * @param verdict the verdict
     * @return a phrase such as {@code not paid}
     */
    public static String word(Verdict verdict) {
        return switch (verdict) {
            case PAID -> "paid";
            case NOT_PAID -> "not paid";
            case UNKNOWN -> "unknown";
            case NOT_HERE -> "not on this JDK";
        };
    }

    private void caveats(List<String> caveats) {
        if (!caveats.isEmpty()) {
            out.append(NEW_LINE);
            caveats.forEach(caveat -> line(0, "Note: " + Figures.text(caveat)));
        }
    }

    /**
     * Returns the commands that follow a diagnosis.
     *
     * @param diagnosis the diagnosis
     * @return the commands in order; none if no remedy helps
     */
    public static List<Next> next(Diagnosis diagnosis) {
        boolean hangs = CarriersText.isVerdict(diagnosis);
        List<Next> steps = new ArrayList<>();
        if (hangs && diagnosis.jvm().pid() != null) {
            steps.add(next("diagnose " + diagnosis.jvm().pid() + " --keep evidence-" + diagnosis.jvm().pid(),
                    "keeps the evidence: thread dumps, and this diagnosis"));
        }
        String remedies = diagnosis.findings().stream()
                .filter(finding -> !finding.command().isEmpty())
                .map(Finding::remedy)
                .collect(Collectors.joining(","));
        Long pid = diagnosis.jvm().pid();
        if (remedies.isEmpty()) {
            return steps;
        }
        if (pid == null) {
            return List.of(next("run --remedies " + remedies + " -- java ...",
                    "starts it with the remedies for the costs found"));
        }
        steps.add(next("attach " + pid + " --remedies " + remedies,
                hangs ? "frees the carriers, without a restart" : "applies the remedies, without a restart"));
        steps.add(next("status " + pid, "shows what they do"));
        steps.add(hangs ? next("diagnose " + pid + " --for 5s", "shows whether it runs; if not, restart it")
                : next("diagnose " + pid, "shows whether the costs are gone"));
        steps.add(next("detach " + pid, "restores the JDK's own methods" + (hangs ? ": it may hang again" : "")));
        return steps;
    }

    private static Next next(String arguments, String why) {
        return new Next(Slipstream.command(arguments), why);
    }

    private void commands(Diagnosis diagnosis) {
        List<Next> commands = next(diagnosis);
        int width = commands.stream().mapToInt(each -> each.command().length()).max().orElse(0);
        if (!commands.isEmpty()) {
            out.append(NEW_LINE).append("Next steps:").append(NEW_LINE);
        }
        boolean beside =
                commands.stream().allMatch(each -> INDENT + width + 2 + "# ".length() + each.why().length() <= screen.width());
        for (Next each : commands) {
            String command = styled(Screen.whole(each.command()), Style.bold);
            if (beside) {
                line(INDENT, command + " ".repeat(width - each.command().length() + 2) + "# " + each.why());
            } else {
                line(INDENT, "# " + each.why());
                line(INDENT, command);
            }
        }
        String sentence = CarriersText.forOthers(diagnosis);
        if (!sentence.isEmpty()) {
            out.append(NEW_LINE);
            line(0, "For the team: " + sentence);
        }
    }

    private void line(int indent, String text) {
        out.append(" ".repeat(indent)).append(text).append(NEW_LINE);
    }

    private String styled(String text, Verdict verdict) {
        return verdict == Verdict.PAID ? styled(text, Style.bold, Style.fg_red) : text;
    }

    private String styled(String text, Style... styles) {
        return screen.colours() ? Style.on(styles) + text + Style.reset.on() : text;
    }
}
