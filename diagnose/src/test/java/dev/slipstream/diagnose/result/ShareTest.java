package dev.slipstream.diagnose.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.slipstream.diagnose.result.Finding.Saved;
import dev.slipstream.diagnose.result.Finding.Share;
import dev.slipstream.diagnose.result.Finding.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShareTest {
    private static final String TIME = "the processor time";

    private static String much(Verdict verdict, Share share) {
        return new Finding("naming", verdict, share, List.of(), List.of(), List.of(), null, "", "", List.of()).much();
    }

    @Test
    void noSampleOfAHundredIsLessThanThreePercent() {
        Share none = Share.counted(0, 0, 100, TIME);
        assertThat(none.most()).isCloseTo(0.03, within(0.001));
        assertThat(much(Verdict.NOT_PAID, none)).isEqualTo("less than 3 % of the processor time");
        assertThat(Share.counted(0, 0, 10, TIME).most()).isCloseTo(0.3, within(0.01));
        assertThat(Share.counted(0, 0, 2, TIME).most()).isEqualTo(1);
        assertThat(Share.counted(0, 0, 0, TIME).most()).isEqualTo(1);
    }

    @Test
    void fewSamplesMakeAWideRange() {
        Share few = Share.counted(0.2, 4, 20, TIME);
        assertThat(few.least()).isCloseTo(0.068, within(0.002));
        assertThat(few.most()).isCloseTo(0.457, within(0.002));
        assertThat(much(Verdict.PAID, few)).isEqualTo("20 % (6.8 to 46 %) of the processor time");
    }

    /** However many samples there are: a diagnosis is accurate to a fifth. */
    @Test
    void noRangeIsNarrowerThanTheAccuracy() {
        assertThat(much(Verdict.PAID, Share.counted(0.5, 1e6, 2e6, TIME))).isEqualTo("50 % (40 to 60 %) of the processor time");
        assertThat(much(Verdict.PAID, Share.measured(0.5, TIME))).isEqualTo("50 % (40 to 60 %) of the processor time");
        assertThat(much(Verdict.NOT_PAID, Share.measured(0, TIME))).isEqualTo("less than 1 % of the processor time");
    }

    @Test
    void whatIsNotKnownHasNoBound() {
        Share unknown = Share.counted(Double.NaN, 0, Double.NaN, TIME);
        assertThat(unknown.least()).isZero();
        assertThat(unknown.most()).isEqualTo(1);
        assertThat(unknown.value()).isZero();
    }

    @Test
    void aSavingIsAPartOfTheShare() {
        Saved saved = Saved.of(new Share(0.5, 0.4, 0.6, TIME), 0.5, 0.9);
        assertThat(saved.least()).isCloseTo(0.2, within(1e-9));
        assertThat(saved.most()).isCloseTo(0.54, within(1e-9));
    }
}
