/** Output of diagnoses, as text for the terminal and as JSON for programs. The package {@code report.page} makes the HTML page. */
package dev.slipstream.cli.diagnose.output;
