package dev.slipstream.runtime.arenas;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StripesTest {
    private static final int THREADS = 1_000;

    private final long[] stripes = Stripes.sealed();

    /** Releases reach a sealed stripe as well as acquires. */
    @ParameterizedTest
    @ValueSource(ints = {1, -1})
    void nothingCountsWhileSealed(int users) {
        for (int thread = 0; thread < THREADS; thread++) {
            assertThat(Stripes.add(stripes, thread, users)).isFalse();
        }
        for (int thread = 0; thread < THREADS; thread++) {
            assertThat(Stripes.add(stripes, thread, -users)).isFalse();
        }
        Stripes.open(stripes, 7);
        assertThat(Stripes.seal(stripes)).isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, -1})
    void allThatIsAddedIsFound(int users) {
        Stripes.open(stripes, 7);
        for (int thread = 0; thread < THREADS; thread++) {
            assertThat(Stripes.add(stripes, thread, users)).isTrue();
        }
        assertThat(Stripes.seal(stripes)).isEqualTo(7 + users * THREADS);
        assertThat(Stripes.add(stripes, 0, users)).isFalse();
    }
}
