package dev.slipstream.cli;

import dev.slipstream.agent.engine.Remedies;
import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;

/** The value of {@code --remedies}. */
final class RemedyOptions {
    private RemedyOptions() {}

    /**
     * Checks names and values, as the agent would.
     *
     * @param text the options, or null if the user gave none
     * @param otherwise what did not happen, for the refusal
     * @return the options; empty if the user gave none
     * @throws Failure if they are empty, or the agent would refuse them
     */
    static String checked(String text, String otherwise) throws Failure {
        if (text == null) {
            return "";
        }
        String problem =
                text.replace(',', ' ').isBlank() ? "--remedies is empty; name remedies, or leave it out for the default ones"
                        : Remedies.vocabulary().problem(Remedies.vocabulary().parse(text));
        if (problem != null) {
            throw new Failure(ExitCodes.BAD_USAGE, otherwise + ": " + problem);
        }
        return text;
    }
}
