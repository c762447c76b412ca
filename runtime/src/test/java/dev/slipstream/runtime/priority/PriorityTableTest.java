package dev.slipstream.runtime.priority;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.priority.Level;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PriorityTableTest {
    private static String levels(String table, int base, int smallest) {
        PriorityTable parsed = PriorityTable.parse(table);
        return IntStream.rangeClosed(1, 10).mapToObj(i -> parsed.level(i, base, smallest)
                + (parsed.isClamped(i, base, smallest) ? "!" : "")).collect(Collectors.joining(" "));
    }

    @ParameterizedTest
    @CsvSource({
        "0, -20, 4 3 2 1 0 -1 -2 -3 -4 -5",
        "0, 0, 4 3 2 1 0 0! 0! 0! 0! 0!",
        "0, -2, 4 3 2 1 0 -1 -2 -2! -2! -2!",
        "10, -20, 14 13 12 11 10 9 8 7 6 5",
        "17, 17, 19! 19! 19 18 17 17! 17! 17! 17! 17!",
        "-18, -20, -14 -15 -16 -17 -18 -19 -20 -20! -20! -20!",
    })
    void isRelativeToTheProcessAndEndsWhereThatMayNotGo(int base, int smallest, String levels) {
        assertThat(levels(PriorityTable.DEFAULT, base, smallest)).isEqualTo(levels);
    }

    @Test
    void policies() {
        assertThat(levels("idle/5/5/batch/0/0/-1/-1/-2/-2", 1, -20)).isEqualTo("idle 6 6 batch 1 1 1 0 0 -1 -1");
        assertThat(PriorityTable.parse("idle/5/5/4/0/0/-1/-1/-2/-2").hasPolicies()).isTrue();
        assertThat(PriorityTable.parse("2/1/batch/batch/0/0/0/0/0/0").hasPolicies()).isTrue();
        assertThat(PriorityTable.parse(PriorityTable.DEFAULT).hasPolicies()).isFalse();
    }

    @Test
    void spacesDoNotMatter() {
        assertThat(levels(" 4 /3/2/1/ 0/-1/-2/-3/-4/-5 ", 0, -20)).isEqualTo("4 3 2 1 0 -1 -2 -3 -4 -5");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "4/3/2/1/0/-1/-2/-3/-4", "4/3/2/1/0/-1/-2/-3/-4/-5/-6", "4/3/2/1/0/-1/-2/-3/-4/x",
        "40/3/2/1/0/-1/-2/-3/-4/-5", "4/3/2/1/0/-1/-2/-3/-4/-40", "4/3/2/1/0/-1/-2/-3/-4/-5.0", "3/4/2/1/0/-1/-2/-3/-4/-5",
        "4/idle/2/1/0/-1/-2/-3/-4/-5", "batch/3/2/1/0/-1/-2/-3/-4/-5", "4/3/2/1/0/batch/-2/-3/-4/-5",
        "4/3/2/1/batch/-1/-2/-3/-4/-5", "4/3/2/1/1/-1/-2/-3/-4/-5", "4/3/2/1/0/1/0/0/0/0"})
    void whatIsNoTable(String text) {
        assertThatThrownBy(() -> PriorityTable.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aNiceValueHasARange() {
        assertThatThrownBy(() -> Level.nice(20)).hasMessage("a nice value is a number from -20 to 19, not 20");
        assertThat(Level.nice(-20)).hasToString("-20");
        assertThat(Level.BATCH).hasToString("batch");
        assertThat(new Level(Level.Policy.BATCH, 3)).hasToString("batch 3");
    }
}
