package dev.slipstream.lab.run;

import dev.slipstream.lab.result.Environment;
import java.util.List;
import java.util.function.Supplier;

/**
 * Description of a run in its results, besides the findings.
 *
 * @param version Slipstream's version, empty if unknown
 * @param command the words of the command line
 * @param started the start time, as ISO 8601 in UTC
 * @param environment the environment as far as it is known at the time of the call
 */
public record Heading(String version, List<String> command, String started, Supplier<Environment> environment) {
}
