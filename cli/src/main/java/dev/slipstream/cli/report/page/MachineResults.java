package dev.slipstream.cli.report.page;

import dev.slipstream.lab.result.Results;

/**
 * The results of one machine.
 *
 * @param name the owner's name for the machine, such as the name of the file
 * @param results the results
 */
public record MachineResults(String name, Results results) {
}
