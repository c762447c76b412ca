package dev.slipstream.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.TestJdk;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Test against the JDK that runs the tests, which is new enough to write the shortest decimal itself. */
class ShortestTest {
    private final TextBuffer buffer = new TextBuffer();

    /** Numbers that JDK 18 and older got wrong, and the edges of the layout and of the range. */
    @ParameterizedTest
    @CsvSource({
        "2.0E-3, 0.002", "2.2250738585072014E-308, 2.2250738585072014E-308", "2E23, 2.0E23", "4.9E-324, 4.9E-324",
        "9.9E-324, 9.9E-324", "1.0E-3, 0.001", "9.999999999999998E-4, 9.999999999999998E-4",
        "9999999.999999998, 9999999.999999998",
        "1E7, 1.0E7", "123456789, 1.23456789E8", "-0.0, -0.0", "0, 0.0", "1.7976931348623157E308, 1.7976931348623157E308",
        "NaN, NaN", "-Infinity, -Infinity", "Infinity, Infinity", "12.75, 12.75", "0.0123, 0.0123", "1000000, 1000000.0",
        "0.01234567, 0.01234567", "1234567.125, 1234567.125", "9007199254740993, 9.007199254740992E15", "1.1E23, 1.1E23"
    })
    void doubles(double number, String text) {
        assertThat(buffer.append(number).toString()).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "1.4E-45, 1.4E-45", "3.4028235E38, 3.4028235E38", "1.17549435E-38, 1.1754944E-38", "0.3, 0.3", "12.75, 12.75",
        "999.999, 999.999", "1000.5, 1000.5", "0.001, 0.001", "1E7, 1.0E7", "16777216, 1.6777216E7", "-0.0, -0.0", "NaN, NaN",
        "3.3554432E7, 3.3554432E7", "8.41E21, 8.41E21", "2.0E-3, 0.002", "-Infinity, -Infinity"
    })
    void floats(float number, String text) {
        assertThat(buffer.append(number).toString()).isEqualTo(text);
    }

    @Test
    void manyAreThoseOfTheJdk() {
        assertThat(TextProgram.hash(false)).isEqualTo(TextProgram.hash(true));
    }

    @ParameterizedTest
    @MethodSource("dev.slipstream.testkit.TestJdk#all")
    void everyJdkGetsTheSame(TestJdk jdk) throws Exception {
        String printed = ForkedJvm.ofModule(jdk, "library").output(TextProgram.class, "buffer");
        assertThat(printed.trim()).isEqualTo(Long.toString(TextProgram.hash(true)));
    }
}
