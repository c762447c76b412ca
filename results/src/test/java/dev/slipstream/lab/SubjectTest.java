package dev.slipstream.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SubjectTest {

    @Test
    void namesAreReadBack() {
        assertThat(Stream.of(
                Subject.stock(21), Subject.inert(8), Subject.slipstream(28), Subject.twin(17), Subject.floor(25),
                Subject.option(21), Subject.defaults(21), Subject.alone(21), Subject.library(17)))
                .allSatisfy(subject -> assertThat(Subject.named(subject.toString())).isEqualTo(subject));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "stock", "stock x", "other 21"})
    void whatIsNoNameIsRefused(String name) {
        assertThatThrownBy(() -> Subject.named(name)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void sortsByReleaseAndThenStockFirst() {
        assertThat(Stream.of(Subject.stock(25), Subject.slipstream(21), Subject.stock(21), Subject.inert(21)).sorted())
                .containsExactly(Subject.stock(21), Subject.inert(21), Subject.slipstream(21), Subject.stock(25));
    }
}
