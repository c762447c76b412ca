package dev.slipstream.cli.diagnose.output;

import dev.slipstream.cli.diagnose.Diagnosis;
import dev.slipstream.cli.diagnose.detect.Finding;
import dev.slipstream.cli.diagnose.detect.Finding.Verdict;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A command that follows a diagnosis: to apply the remedies to the JVM, check them, and remove them.
 *
 * @param command the command as it can be typed
 * @param why what the command does
 */
public record Session(String command, String why) {

    /**
     * Returns the commands that follow a diagnosis.
     *
     * @param diagnosis the diagnosis
     * @return the commands in order; none if no cost is paid
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
