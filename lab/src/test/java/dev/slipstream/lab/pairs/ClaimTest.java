package dev.slipstream.lab.pairs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.results.Claim;
import dev.slipstream.results.Subject.Kind;
import dev.slipstream.results.stats.Bar;
import dev.slipstream.results.stats.Interval;
import dev.slipstream.results.stats.Judgement;
import dev.slipstream.results.stats.Verdict;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ClaimTest {
    private static Judgement judge(Claim claim, List<Interval> subjects, List<Interval> references, double confidence) {
        return Pairs.judge(claim.bar(), Pairs.ratios(claim.bar(), subjects, references), confidence);
    }

    @Test
    void readsAsASentence() {
        assertThat(new Claim(Kind.SLIPSTREAM.on(21), new Bar.Faster(10), Kind.STOCK.on(21)))
                .hasToString("slipstream 21 at least 10 times faster than stock 21");
        assertThat(new Claim(Kind.SLIPSTREAM.on(21), new Bar.AtMost(1.2), Kind.STOCK.on(25)))
                .hasToString("slipstream 21 at most 1.2 times the time of stock 25");
        assertThat(new Claim(Kind.INERT.on(21), new Bar.Same(0.05), Kind.STOCK.on(21)))
                .hasToString("inert 21 within 5 % of stock 21");
    }

    @Test
    void aGainDividesTheReferenceByTheSubject() {
        Claim claim = new Claim(Kind.SLIPSTREAM.on(21), new Bar.Faster(10), Kind.STOCK.on(21));
        Judgement judgement = judge(claim, Points.of(0.7, 0.71, 0.69), Points.of(13.5, 13.4, 13.6), Judgement.CONFIDENCE);
        assertThat(judgement.ratio()).isBetween(19.0, 19.6);
        assertThat(judgement.verdict()).isEqualTo(Verdict.HOLDS);
    }

    @Test
    void aLimitDividesTheSubjectByTheReference() {
        Claim claim = new Claim(Kind.SLIPSTREAM.on(21), new Bar.AtMost(1.2), Kind.STOCK.on(25));
        Judgement judgement = judge(claim, Points.of(0.9, 0.91, 0.89), Points.of(0.6, 0.6, 0.6), Judgement.CONFIDENCE);
        assertThat(judgement.ratio()).isBetween(1.49, 1.51);
        assertThat(judgement.verdict()).isEqualTo(Verdict.REFUTED);
    }

    @Test
    void anAllowanceIsAddedToTheReferenceInTheUnitOfTheScores() {
        Claim claim = new Claim(Kind.SLIPSTREAM.on(21), new Bar.AtMostMore(Duration.ofNanos(1), TimeUnit.NANOSECONDS),
                Kind.STOCK.on(21));
        assertThat(claim).hasToString("slipstream 21 takes at most 1 ns more than stock 21");
        List<Interval> references = Points.of(20, 20, 20);
        assertThat(judge(claim, Points.of(20.5, 20.6, 20.4), references, 0.95).verdict()).isEqualTo(Verdict.HOLDS);
        assertThat(judge(claim, Points.of(22, 22.1, 21.9), references, 0.95).verdict()).isEqualTo(Verdict.REFUTED);
        Bar sixtyMillis = new Bar.AtMostMore(Duration.ofMillis(60), TimeUnit.SECONDS);
        assertThat(sixtyMillis.words()).isEqualTo("takes at most 60 ms more than");
        assertThat(sixtyMillis.ratio(0.16, 0.1)).isEqualTo(1);
    }

    @Test
    void whatWasPromisedIsARatioBothWays() {
        Claim claim = new Claim(Kind.SLIPSTREAM.on(21), new Bar.Times(8.38, 0.1), Kind.FLOOR.on(21));
        assertThat(claim).hasToString("slipstream 21 within 10 % of 8.38 times the time of floor 21");
        List<Interval> references = Points.of(1, 1, 1);
        assertThat(judge(claim, Points.of(8.3, 8.4, 8.5), references, 0.95).verdict()).isEqualTo(Verdict.HOLDS);
        assertThat(judge(claim, Points.of(2, 2.1, 1.9), references, 0.95).verdict()).isEqualTo(Verdict.REFUTED);
        assertThat(judge(claim, Points.of(20, 21, 19), references, 0.95).verdict()).isEqualTo(Verdict.REFUTED);
        assertThat(judge(claim, Points.of(8.3, 9.1, 9.9), references, 0.95).verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(claim.bar().edge(8)).isEqualTo(8.38 * 0.9);
        assertThat(claim.bar().edge(9)).isEqualTo(8.38 * 1.1);
    }

    /** The worst that a range allows must hold, and the best be refuted. */
    @Test
    void aRangeCountsAtItsWorst() {
        Claim claim = new Claim(Kind.SLIPSTREAM.on(21), new Bar.Faster(10), Kind.STOCK.on(21));
        List<Interval> subjects =
                List.of(Interval.of(20), new Interval(20, 31), Interval.of(21), Interval.of(20), Interval.of(20));
        assertThat(judge(claim, subjects, ranges(650, 1_050), 0.95).verdict()).isEqualTo(Verdict.HOLDS);
        assertThat(judge(claim, subjects, ranges(110, 400), 0.95).verdict()).isEqualTo(Verdict.UNDECIDED);
        assertThat(judge(claim, subjects, ranges(90, 110), 0.95).verdict()).isEqualTo(Verdict.REFUTED);
    }

    private static List<Interval> ranges(double low, double high) {
        return Collections.nCopies(5, new Interval(low, high));
    }

    @Test
    void scoresMustComeInPairs() {
        Claim claim = new Claim(Kind.SLIPSTREAM.on(21), new Bar.AtMost(1.2), Kind.STOCK.on(25));
        assertThatThrownBy(() -> judge(claim, Points.of(1, 1), Points.of(1, 1, 1), 0.95))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
