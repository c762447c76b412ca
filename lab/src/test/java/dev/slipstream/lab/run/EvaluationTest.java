package dev.slipstream.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.results.Claim;
import dev.slipstream.results.Part;
import dev.slipstream.results.Scenario;
import dev.slipstream.results.Scenario.Ending;
import dev.slipstream.results.Subject;
import dev.slipstream.results.Subject.Kind;
import dev.slipstream.results.jdk.Jdk;
import dev.slipstream.results.stats.Bar;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvaluationTest {
    private static final Subject STOCK = Kind.STOCK.on(21);
    private static final Subject ABSENT = Kind.STOCK.on(25);

    @TempDir
    private Path output;

    /** A baked JDK takes part only if it was baked, and a release only if there is a JDK of it. */
    @Test
    void headlinesThatCannotRunAreNotCounted() throws Exception {
        Map<Subject, Ending> subjects = new LinkedHashMap<>();
        for (Subject subject : List.of(STOCK, Kind.BAKED.on(21), ABSENT, Kind.BAKED.on(25))) {
            subjects.put(subject, Ending.PASS);
        }
        Scenario scenario = new Scenario("s", "s", "no.Main", List.of(), Duration.ofSeconds(1), subjects, 1, true);
        Part part = Part.of("a", "a", Tiny.workload(1, 1, List.of(STOCK, Kind.TWIN.on(21), ABSENT),
                new Claim(Kind.TWIN.on(21), new Bar.AtMost(1), STOCK).asHeadline(),
                new Claim(STOCK, new Bar.AtMost(1), ABSENT).asHeadline()));
        Selection selection = Tiny.selection(Map.of(21, new Jdk(Path.of("/no/jdk"), 21, "21", "")), part,
                Part.of("f", "f", List.of(scenario)));
        StepJournal journal = new StepJournal(output);
        Evaluation evaluation = new Evaluation(selection, journal, new Judge(journal));
        assertThat(evaluation.standing().headlines()).isEqualTo(2);
        journal.add(new Selection.Step("pinning", "s", STOCK), 0, new ScenarioRunner.Outcome(Ending.PASS, 1, ""));
        assertThat(evaluation.standing().toString()).isEqualTo("1 of 2 headline claims decided");
    }
}
