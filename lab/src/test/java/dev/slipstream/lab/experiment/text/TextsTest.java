package dev.slipstream.lab.experiment.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The texts have the lengths that they are to have. */
class TextsTest {
    private static IntStream lengths(String name) {
        return Stream.of(Texts.of(name)).mapToInt(pieces -> String.join("", pieces).length());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 17, 22, 33, 41, 64, 256})
    void ofOneLength(int length) {
        assertThat(List.of(Texts.of(Integer.toString(length)))).hasSize(Texts.COUNT)
                .allSatisfy(pieces -> assertThat(pieces).allMatch(piece -> !piece.isEmpty() && piece.length() <= 8));
        assertThat(lengths(Integer.toString(length))).containsOnly(length);
    }

    @ParameterizedTest
    @CsvSource({"84-10-4, 84, 94, 98", "49-47-0, 49, 96, 96"})
    void ofAHistogram(String name, double below32, double below48, double below64) {
        double percent = Texts.COUNT / 100.0;
        assertThat(lengths(name).filter(length -> length < 32).count() / percent).isCloseTo(below32, within(3.0));
        assertThat(lengths(name).filter(length -> length < 48).count() / percent).isCloseTo(below48, within(2.0));
        assertThat(lengths(name).filter(length -> length < 64).count() / percent).isCloseTo(below64, within(1.5));
        assertThat(lengths(name).max().orElseThrow()).isBetween(100, 127);
    }

    /** Every JVM of a pair builds the same. */
    @ParameterizedTest
    @ValueSource(strings = {"33", "84-10-4"})
    void areTheSameEachTime(String name) {
        assertThat(Texts.of(name)).isDeepEqualTo(Texts.of(name));
    }
}
