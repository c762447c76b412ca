package dev.slipstream.agent.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.agent.plan.Remedy;
import dev.slipstream.agent.plan.Remedy.Setting;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OptionsTest {
    private static final List<Remedy> REMEDIES = List.of(
            new Remedy("pinning", 21, true, List.of(new Setting("max-carriers", "carriers at most")), "", List.of()),
            new Remedy("naming", 17, false, List.of(new Setting("interval", "milliseconds"), new Setting("mode", "a word")), "",
                    List.of()),
            new Remedy("priority", 21, false, List.of(new Setting("nice", "nice values")), "", List.of()));

    private static Options parse(String text) {
        return Options.parse(text, REMEDIES);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",", " , ", "quiet", "pinning.max-carriers=300", "unknown"})
    void theDefaultWhereNoneIsNamed(String text) {
        assertThat(parse(text).isOn("pinning")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "-pinning", "pinning,-pinning", "-pinning,pinning", "none,quiet", " none "})
    void offWhereTheUserSaysSo(String text) {
        assertThat(parse(text).isOn("pinning")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"pinning", " pinning ", "quiet,pinning", "none,pinning"})
    void onWhereItIsNamed(String text) {
        assertThat(parse(text).isOn("pinning")).isTrue();
    }

    @Test
    void aNameTurnsOnNoOther() {
        Options options = parse("naming");
        assertThat(options.isOn("naming")).isTrue();
        assertThat(options.isOn("pinning")).isFalse();
    }

    @Test
    void quiet() {
        assertThat(parse("quiet").isQuiet()).isTrue();
        assertThat(parse("").isQuiet()).isFalse();
    }

    @Test
    void settingsAreHandedOn() {
        assertThat(parse("pinning.max-carriers=300").settings("pinning").number("max-carriers", 256, 1_000, 500)).isEqualTo(300);
        assertThat(parse("").settings("pinning").number("max-carriers", 256, 1_000, 500)).isEqualTo(500);
    }

    @Test
    void theLastValueCounts() {
        Options options = parse("pinning.max-carriers=300,pinning.max-carriers=400");
        assertThat(options.settings("pinning").number("max-carriers", 256, 1_000, 500)).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"=", ".", "-", "pining", "-pining", "pinning.", "pinning.=1", "pinning.colour=red", "Pinning",
        "pinning=on", "arenas.x=1", "max-carriers=300", "pinning.max-carriers"})
    void anUnknownWordIsNamedInOneLineWithTheRightOnes(String word) {
        assertThat(parse(word).warning()).isEqualTo("slipstream: ignored '" + word
                + "'; known: pinning -pinning pinning.max-carriers= naming -naming naming.interval= naming.mode="
                + " priority -priority priority.nice= none quiet");
    }

    @Test
    void severalUnknownWordsMakeOneLine() {
        assertThat(parse("a,quiet,b").warning()).startsWith("slipstream: ignored 'a' 'b'; known:").doesNotContain("\n");
    }

    @Test
    void noWarningWhereEveryWordIsKnown() {
        assertThat(parse("pinning,-pinning,none,quiet,pinning.max-carriers=300").warning()).isNull();
    }

    @Test
    void aWordOfSeveral() {
        List<String> allowed = List.of("published", "immediate");
        assertThat(parse("naming.mode=immediate").settings("naming").word("mode", allowed, "published")).isEqualTo("immediate");
        assertThat(parse("").settings("naming").word("mode", allowed, "published")).isEqualTo("published");
        assertThatThrownBy(() -> parse("naming.mode=none").settings("naming").word("mode", allowed, "published"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("naming.mode=none is none of published, immediate");
    }

    @Test
    void aTextOfAnyKind() {
        assertThat(parse("priority.nice=4/3/-2").settings("priority").text("nice", "0")).isEqualTo("4/3/-2");
        assertThat(parse("").settings("priority").text("nice", "0")).isEqualTo("0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "abc", "255", "1001", "99999999999", "1.5", "-300"})
    void aValueThatIsNoNumberInTheRange(String value) {
        Options options = parse("pinning.max-carriers=" + value);
        assertThat(options.warning()).isNull();
        assertThatThrownBy(() -> options.settings("pinning").number("max-carriers", 256, 1_000, 500))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("pinning.max-carriers=" + value + " is no number from 256 to 1000");
    }
}
