package dev.slipstream.cli.exit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.cli.report.page.Fixtures;
import dev.slipstream.results.file.Results;
import dev.slipstream.results.stats.Verdict;
import org.junit.jupiter.api.Test;

class ExitCodesTest {
    private static void endsWith(int relaxed, int strict, Results results) {
        assertThat(ExitCodes.of(results, false)).isEqualTo(relaxed);
        assertThat(ExitCodes.of(results, true)).isEqualTo(strict);
    }

    @Test
    void whatIsUndecidedFailsOnlyStrictProofs() {
        Results undecided = Fixtures.third();
        assertThat(undecided.verdicts()).contains(Verdict.UNDECIDED).doesNotContain(Verdict.REFUTED);
        endsWith(ExitCodes.DONE, ExitCodes.FAILED, undecided);
    }

    @Test
    void whatIsRefutedFailsAlways() {
        assertThat(Fixtures.ordinary().verdicts()).contains(Verdict.REFUTED);
        endsWith(ExitCodes.FAILED, ExitCodes.FAILED, Fixtures.ordinary());
    }

    @Test
    void whatHoldsIsEnoughAlthoughSomethingRemains() {
        assertThat(Fixtures.headlines().verdicts()).containsOnly(Verdict.HOLDS);
        assertThat(Fixtures.headlines().remaining()).isNotEmpty();
        endsWith(ExitCodes.DONE, ExitCodes.DONE, Fixtures.headlines());
    }

    @Test
    void nothingMeasuredIsNeither() {
        endsWith(ExitCodes.NOTHING_DONE, ExitCodes.NOTHING_DONE, Fixtures.empty());
    }
}
