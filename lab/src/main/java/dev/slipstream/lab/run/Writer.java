package dev.slipstream.lab.run;

import dev.slipstream.lab.result.ResultFiles;
import dev.slipstream.lab.result.Results;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** Writes what has been found so far over what was written before. */
final class Writer {
    private final Findings findings;
    private final Journal journal;
    private final Heading heading;
    private final String size;
    private final Path output;

    Writer(Findings findings, Journal journal, Heading heading, Path output) {
        this.findings = findings;
        this.journal = journal;
        this.heading = heading;
        this.size = findings.size().name().toLowerCase(Locale.ROOT);
        this.output = output;
    }

    Results write() throws IOException {
        Results results = new Results(Results.SCHEMA, Results.SCHEMA_VERSION, heading.version(), heading.command(),
                heading.started(), Math.round(10 * journal.seconds()) / 10.0, size, findings.missing(),
                heading.environment().get(), findings.floors(), findings.experiments());
        ResultFiles.write(output, results, JmhJson.file(findings.jmh()));
        return results;
    }
}
