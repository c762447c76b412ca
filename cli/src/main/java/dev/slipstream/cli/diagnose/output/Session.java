package dev.slipstream.cli.diagnose.output;

import dev.slipstream.cli.diagnose.Diagnosis;
import dev.slipstream.cli.diagnose.Finding;
import dev.slipstream.cli.diagnose.Verdict;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What to do next: the commands from a diagnosis to a JVM that is put right, and back.
 *
 * @param command as it can be typed
 * @param why what it does
 */
public record Session(String command, String why) {

    /**
     * The commands that a diagnosis leads to.
     *
     * @param diagnosis the diagnosis
     * @return in order; none if nothing is paid
     */
    public static List<Session> after(Diagnosis diagnosis) {
        if (!diagnosis.anyPaid()) {
            return List.of();
        }
        String remedies = diagnosis.findings().stream()
                .filter(finding -> finding.verdict() == Verdict.PAID)
                .map(Finding::remedy)
                .collect(Collectors.joining(","));
        Long pid = diagnosis.subject().pid();
        if (pid == null) {
            return List.of(new Session("./slipstream run --remedies " + remedies + " -- java ...",
                    "starts it with what was found"));
        }
        return List.of(new Session("./slipstream attach " + pid + " --remedies " + remedies, "applies it, without a restart"),
                new Session("./slipstream status " + pid, "what it does"),
                new Session("./slipstream diagnose " + pid, "whether the cost is gone"),
                new Session("./slipstream detach " + pid, "the JDK's own methods are back"));
    }
}
