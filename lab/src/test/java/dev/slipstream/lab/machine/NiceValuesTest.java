package dev.slipstream.lab.machine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NiceValuesTest {
    private static final int HIGH = 10;
    private static final int LOW = 1;

    @Test
    void whereEverythingIsPermitted() {
        NiceValues values = new NiceValues(0, -5);
        assertThat(values.byRemedy(HIGH)).isEqualTo(values.byJvm(HIGH)).isEqualTo(-5);
        assertThat(values.byRemedy(LOW)).isEqualTo(values.byJvm(LOW)).isEqualTo(4);
        assertThat(values.byRemedy(5)).isEqualTo(values.byJvm(5)).isZero();
    }

    /** The JVM's call is refused as a whole; the remedy asks for what it may have. */
    @Test
    void whereNotAllIsPermitted() {
        NiceValues some = new NiceValues(0, -2);
        assertThat(some.byRemedy(HIGH)).isEqualTo(-2);
        assertThat(some.byJvm(HIGH)).isZero();
        NiceValues lower = new NiceValues(0, 0);
        assertThat(lower.byRemedy(HIGH)).isEqualTo(lower.byJvm(HIGH)).isZero();
        assertThat(lower.byRemedy(LOW)).isEqualTo(lower.byJvm(LOW)).isEqualTo(4);
    }

    @Test
    void ofAProcessThatIsNiceItself() {
        NiceValues values = new NiceValues(17, 17);
        assertThat(values.byRemedy(HIGH)).isEqualTo(17);
        assertThat(values.byRemedy(LOW)).isEqualTo(19);
    }

    @Test
    void aStepIsATenthOfAProcessor() {
        assertThat(NiceValues.slowdown(0, 0)).isEqualTo(2);
        assertThat(NiceValues.slowdown(-5, 4)).isEqualTo(1.14);
        assertThat(NiceValues.slowdown(4, -5)).isEqualTo(8.38);
        assertThat(NiceValues.slowdown(-20, 19)).isEqualTo(1);
        assertThat(NiceValues.slowdown(0, 1)).isEqualTo(1.8);
    }

    @Test
    void hereTheyAreInRange() {
        NiceValues here = NiceValues.here();
        assertThat(here.base()).isBetween(-20, 19);
        assertThat(here.smallest()).isBetween(-20, here.base());
        assertThat(NiceValues.here()).isSameAs(here);
    }
}
