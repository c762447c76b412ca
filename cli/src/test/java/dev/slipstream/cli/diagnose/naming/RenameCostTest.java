package dev.slipstream.cli.diagnose.naming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class RenameCostTest {
    /** The two machines' own figures for 35 characters: 1.75 and 2.11 on JDK 25, 1.43 and 1.75 on 28. */
    @Test
    void whatIsPublishedLiesBetweenTheTwoMachines() {
        assertThat(RenameCost.PUBLISHED.factor(25, 35)).isBetween(1.75, 2.11);
        assertThat(RenameCost.PUBLISHED.factor(28, 35)).isBetween(1.43, 1.75);
        assertThat(RenameCost.PUBLISHED.factor(25, 1_000)).isEqualTo(RenameCost.PUBLISHED.factor(25, 200));
    }

    @Test
    void whatIsMeasuredStretchesTheLines() {
        RenameCost slower = new RenameCost(1.5, true);
        assertThat(slower.factor(25, 35) - 1).isCloseTo(1.5 * (RenameCost.PUBLISHED.factor(25, 35) - 1), within(1e-9));
        assertThat(slower.source()).isEqualTo("measured here");
    }

    @Test
    void isMeasuredOnceAndLeavesTheName() {
        String name = Thread.currentThread().getName();
        RenameCost here = RenameCost.here();
        assertThat(here.isMeasured()).isTrue();
        assertThat(Thread.currentThread().getName()).isEqualTo(name);
        assertThat(RenameCost.here()).isSameAs(here);
    }
}
