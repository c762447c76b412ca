package dev.slipstream.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.lab.stats.Bar;
import dev.slipstream.lab.stats.Judgement;
import dev.slipstream.lab.stats.Verdict;
import org.junit.jupiter.api.Test;

class ClaimTest {

    @Test
    void readsAsASentence() {
        assertThat(new Claim(Subject.slipstream(21), new Bar.Faster(10), Subject.stock(21)))
                .hasToString("slipstream 21 at least 10 times faster than stock 21");
        assertThat(new Claim(Subject.slipstream(21), new Bar.AtMost(1.2), Subject.stock(25)))
                .hasToString("slipstream 21 at most 1.2 times the time of stock 25");
        assertThat(new Claim(Subject.inert(21), new Bar.Same(0.05), Subject.stock(21)))
                .hasToString("inert 21 within 5 % of stock 21");
    }

    @Test
    void aGainDividesTheReferenceByTheSubject() {
        Claim claim = new Claim(Subject.slipstream(21), new Bar.Faster(10), Subject.stock(21));
        Judgement judgement = claim.judge(new double[] {0.7, 0.71, 0.69}, new double[] {13.5, 13.4, 13.6}, Judgement.CONFIDENCE);
        assertThat(judgement.ratio()).isBetween(19.0, 19.6);
        assertThat(judgement.verdict()).isEqualTo(Verdict.HOLDS);
    }

    @Test
    void aLimitDividesTheSubjectByTheReference() {
        Claim claim = new Claim(Subject.slipstream(21), new Bar.AtMost(1.2), Subject.stock(25));
        Judgement judgement = claim.judge(new double[] {0.9, 0.91, 0.89}, new double[] {0.6, 0.6, 0.6}, Judgement.CONFIDENCE);
        assertThat(judgement.ratio()).isBetween(1.49, 1.51);
        assertThat(judgement.verdict()).isEqualTo(Verdict.REFUTED);
    }

    @Test
    void scoresMustComeInPairs() {
        Claim claim = new Claim(Subject.slipstream(21), new Bar.AtMost(1.2), Subject.stock(25));
        assertThatThrownBy(() -> claim.judge(new double[2], new double[3], 0.95)).isInstanceOf(IllegalArgumentException.class);
    }
}
