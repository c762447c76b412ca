package dev.slipstream.diagnose.naming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RenameCostTest {
    /** The two machines' own figures for 35 characters: 1.75 and 2.11 on JDK 25, 1.43 and 1.75 on 28. */
    @Test
    void whatIsPublishedLiesBetweenTheTwoMachines() {
        assertThat(RenameCost.PUBLISHED.factor(25, 35)).isBetween(1.75, 2.11);
        assertThat(RenameCost.PUBLISHED.factor(28, 35)).isBetween(1.43, 1.75);
        assertThat(RenameCost.PUBLISHED.factor(25, 1_000)).isEqualTo(RenameCost.PUBLISHED.factor(25, 200));
    }

    /** Measured ratios of a whole rename to its system call on three machines, for 35 characters. */
    @ParameterizedTest
    @CsvSource({"1.75, 1.43", "2.11, 1.75", "2.62, 2.36"})
    void aMeasurementOnOneJdkTellsTheCostOnAnother(double onJdk25, double onJdk28) {
        RenameCost measured = new RenameCost(onJdk25 - RenameCost.PUBLISHED.factor(25, 35), true);
        assertThat(measured.factor(25, 35)).isCloseTo(onJdk25, within(1e-9));
        assertThat(measured.factor(28, 35)).isCloseTo(onJdk28, withinPercentage(5));
        assertThat(measured.source()).isEqualTo("measured here");
    }

    @Test
    void isMeasuredOnceAndLeavesTheName() {
        String name = Thread.currentThread().getName();
        List<String> said = new ArrayList<>();
        RenameCost here = RenameCost.here(() -> said.add("measures"));
        assertThat(here.isMeasured()).isTrue();
        assertThat(Thread.currentThread().getName()).isEqualTo(name);
        assertThat(RenameCost.here(() -> said.add("measures"))).isSameAs(here);
        assertThat(said).hasSizeLessThan(2);
    }
}
