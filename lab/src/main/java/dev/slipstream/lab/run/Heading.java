package dev.slipstream.lab.run;

import dev.slipstream.lab.result.Environment;
import java.util.List;
import java.util.function.Supplier;

/**
 * What results say of a run besides what it has found.
 *
 * @param version of Slipstream, empty if it is not known
 * @param command what was asked for, as words of a command line
 * @param started when, as ISO 8601 in UTC
 * @param environment the environment as it is known by now
 */
public record Heading(String version, List<String> command, String started, Supplier<Environment> environment) {
}
