package dev.slipstream.diagnose.detect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.slipstream.diagnose.profile.Profile;
import dev.slipstream.diagnose.profile.Profile.SampleScale;
import dev.slipstream.diagnose.profile.Profile.Spans;
import dev.slipstream.diagnose.profile.ThreadKey;
import dev.slipstream.diagnose.result.DiagnosedJvm;
import dev.slipstream.diagnose.result.Finding.Share;
import dev.slipstream.diagnose.result.Finding.Verdict;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class CostVerdictTest {
    private static final double PERIOD = 0.02;

    /** A JVM on two processors, of which its one thread used a number for some seconds. */
    private static DiagnosisContext seen(double used, double seconds, Long pid) {
        Spans spans = new Spans();
        spans.add(Instant.EPOCH, span -> span.of(new ThreadKey(1, "works", false)).load(used * seconds / 2, 0));
        Profile profile = spans.all();
        return new DiagnosisContext(new DiagnosedJvm("app", pid, 25, "", 2), 2, null, null, null, profile,
                new SampleScale(PERIOD, PERIOD, seconds, seconds, 2, 1, 0));
    }

    private static CostVerdict judge(double used, double seconds, double value, double count) {
        DiagnosisContext seen = seen(used, seconds, 1L);
        return CostVerdict.ofProcessorTime(seen,
                Share.counted(value, count, seen.samplesOfAll(PERIOD), DiagnosisContext.PROCESSOR_TIME),
                count);
    }

    @Test
    void manySamplesWithoutTheCostAreSeenNotToPay() {
        CostVerdict judgement = judge(1, 30, 0, 0);
        assertThat(judgement.verdict()).isEqualTo(Verdict.NOT_PAID);
        assertThat(judgement.share().most()).isCloseTo(0.002, within(0.0001));
        assertThat(judgement.share().of()).isEqualTo("the processor time");
    }

    @Test
    void manySamplesWithTheCostAreSeenToPay() {
        assertThat(judge(1, 30, 0.3, 450).verdict()).isEqualTo(Verdict.PAID);
    }

    /** The next step is part of the verdict. */
    @Test
    void fewSamplesSayHowLongToLook() {
        CostVerdict judgement = judge(0.2, 2, 0, 0);
        assertThat(judgement.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(judgement.why()).isEqualTo("0 samples in 2 s; diagnose for 30s");
        assertThat(judgement.share().most()).isCloseTo(0.15, within(0.01));
        DiagnosisContext recorded = seen(0.2, 30, null);
        assertThat(CostVerdict.ofProcessorTime(recorded, Share.counted(0.02, 1, 50, ""), 1).why())
                .isEqualTo("1 sample in 30 s; record for 2m");
    }

    /** Two in a hundred of a processor may all be one cost; only a busier JVM can tell. */
    @Test
    void aJvmThatDoesLittlePaysAtMostThat() {
        CostVerdict judgement = judge(0.02, 2, 0, 0);
        assertThat(judgement.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(judgement.why()).isEqualTo("0 samples in 2 s; diagnose it under load");
        assertThat(judgement.share()).isEqualTo(new Share(0, 0, 0.02, "a processor"));
        assertThat(judge(0.02, 10, 0, 0).share().most()).isCloseTo(0.006, within(0.001));
    }

    @Test
    void anIdleJvmPaysAtMostWhatItUsed() {
        CostVerdict judgement = judge(0.004, 10, Double.NaN, 0);
        assertThat(judgement.verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(judgement.share()).isEqualTo(new Share(0, 0, 0.004, "a processor"));
        assertThat(judgement.why()).isEqualTo("0 samples in 10 s; diagnose it under load");
        assertThat(judge(0, 10, Double.NaN, 0).share().most()).isZero();
    }

    /** A cost that is no trifle by the estimate is not called not paid. */
    @Test
    void anEstimateAboveTheBarIsUnknownOrPaid() {
        assertThat(CostVerdict.isClear(new Share(0.011, 0.004, 0.02, ""), 0.01)).isFalse();
        assertThat(CostVerdict.isPaid(new Share(0.011, 0.004, 0.02, ""), 0.01)).isFalse();
        assertThat(CostVerdict.isPaid(new Share(0.011, 0.006, 0.02, ""), 0.01)).isTrue();
        assertThat(CostVerdict.isClear(new Share(0.009, 0.004, 0.029, ""), 0.01)).isTrue();
        assertThat(CostVerdict.isClear(new Share(0.009, 0.004, 0.031, ""), 0.01)).isFalse();
    }
}
