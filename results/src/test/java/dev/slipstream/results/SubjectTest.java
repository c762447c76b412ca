package dev.slipstream.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.results.Subject.Kind;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SubjectTest {

    @Test
    void namesAreReadBack() {
        assertThat(Stream.of(
                Kind.STOCK.on(21), Kind.INERT.on(8), Kind.SLIPSTREAM.on(28), Kind.TWIN.on(17), Kind.FLOOR.on(25),
                Kind.OPTION.on(21), Kind.DEFAULTS.on(21), Kind.ALONE.on(21), Kind.LIBRARY.on(17)))
                .allSatisfy(subject -> assertThat(Subject.named(subject.toString())).isEqualTo(subject));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "stock", "stock x", "other 21"})
    void whatIsNoNameIsRefused(String name) {
        assertThatThrownBy(() -> Subject.named(name)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void sortsByReleaseAndThenStockFirst() {
        assertThat(Stream.of(Kind.STOCK.on(25), Kind.SLIPSTREAM.on(21), Kind.STOCK.on(21), Kind.INERT.on(21)).sorted())
                .containsExactly(Kind.STOCK.on(21), Kind.INERT.on(21), Kind.SLIPSTREAM.on(21), Kind.STOCK.on(25));
    }
}
