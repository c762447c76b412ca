package dev.slipstream.cli.prove;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class BudgetTest {
    @ParameterizedTest
    @CsvSource({"90s, PT90S", "10m, PT10M", "1h30m, PT90M", "2h, PT2H", "1h1m1s, PT3661S"})
    void readsTimes(String text, Duration expected) {
        assertThat(new Budget().convert(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "10", "m", "-5m", "1m1h", "1.5h", "ten minutes", "99999999999s"})
    void refusesOthers(String text) {
        assertThatThrownBy(() -> new Budget().convert(text)).isInstanceOf(TypeConversionException.class);
    }
}
