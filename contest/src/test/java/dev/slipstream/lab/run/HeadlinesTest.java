package dev.slipstream.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.lab.experiment.Experiments;
import dev.slipstream.results.Bench;
import dev.slipstream.results.file.Results.Remaining;
import dev.slipstream.results.jdk.Jdk;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The headline claims of all experiments, with those about the library. */
class HeadlinesTest {
    @TempDir
    private Path output;

    private static Jdk jdk(int feature) {
        return new Jdk(Path.of("/no/jdk"), feature, feature + "", "");
    }

    /** Leaves half of the usual budget to claims that need more pairs and to controls. */
    @Test
    void allHeadlineClaimsTakeTwoAndAHalfMinutes() throws Exception {
        Map<Integer, Jdk> jdks = Map.of(21, jdk(21), 25, jdk(25));
        Bench bench = new Bench(jdks, Set.of(), Optional.of(Path.of("/agent.jar")));
        Selection selection = new Selection(bench, List.of(), Experiments.all(), Optional::of);
        StepJournal empty = new StepJournal(output.resolve("empty"));
        List<Remaining> headlines = new Agenda(selection, empty, new Judge(empty)).remaining().stream()
                .filter(Remaining::headline).toList();

        assertThat(headlines).extracting(Remaining::remedy).containsAll(Experiments.remedies());
        assertThat(headlines.stream().flatMapToDouble(each -> DoubleStream.of(each.seconds())).sum()).isBetween(60.0, 150.0);
    }
}
