package dev.slipstream.lab.run;

import dev.slipstream.lab.result.ResultFiles;
import dev.slipstream.lab.result.Results;
import java.io.IOException;
import java.nio.file.Path;

/** Writer of the results so far, which replace those that were written before. */
final class Writer {
    private final Findings findings;
    private final Agenda agenda;
    private final Clock clock;
    private final Heading heading;
    private final Path output;

    Writer(Findings findings, Agenda agenda, Clock clock, Heading heading, Path output) {
        this.findings = findings;
        this.agenda = agenda;
        this.clock = clock;
        this.heading = heading;
        this.output = output;
    }

    /**
     * Writes the results so far.
     *
     * @param ended whether no more steps will run
     */
    Results write(boolean ended) throws IOException {
        Results results = new Results(Results.SCHEMA, Results.SCHEMA_VERSION, heading.version(), heading.command(),
                heading.started(), Math.round(10 * clock.elapsed()) / 10.0, clock.budget(), ended, agenda.remaining(),
                heading.environment().get(), findings.floors(), findings.experiments());
        ResultFiles.write(output, results, JmhJson.file(findings.jmh()));
        return results;
    }
}
