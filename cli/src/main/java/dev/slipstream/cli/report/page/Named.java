package dev.slipstream.cli.report.page;

import dev.slipstream.lab.result.Results;

/**
 * The results of one machine.
 *
 * @param name by which its owner knows it, such as the name of the file
 * @param results what was found on it
 */
public record Named(String name, Results results) {
}
