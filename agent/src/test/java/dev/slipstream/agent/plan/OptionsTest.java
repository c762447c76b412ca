package dev.slipstream.agent.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.agent.plan.Remedy.Setting;
import dev.slipstream.agent.plan.Values.Numbers;
import dev.slipstream.agent.plan.Values.Words;
import dev.slipstream.runtime.Options;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OptionsTest {
    private static final Remedy PINNING = new Remedy("pinning", 21, true,
            List.of(new Setting("max-carriers", new Numbers(256, 1_000), "carriers at most")), "", List.of());
    private static final Remedy NAMING =
            new Remedy("naming", 17, false, List.of(new Setting("interval", new Numbers(1, 10), "milliseconds"),
                    new Setting("mode", new Words(List.of("published", "immediate")), "a word")), "", List.of());
    private static final Vocabulary VOCABULARY = new Vocabulary(List.of(PINNING, NAMING));
    private static final Set<String> WORDS = Set.of(VOCABULARY.words().split(" "));

    private static Options parse(String text) {
        return VOCABULARY.parse(text);
    }

    private static boolean isPinningOn(String text) {
        return parse(text).isOn("pinning", true);
    }

    private static Settings pinning(String text) {
        return new Settings(PINNING, parse(text));
    }

    private static Settings naming(String text) {
        return new Settings(NAMING, parse(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ",", " , ", "quiet", "pinning.max-carriers=300", "-naming"})
    void theDefaultWhereNoneIsNamed(String text) {
        assertThat(isPinningOn(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "-pinning", "pinning,-pinning", "-pinning,pinning", "none,quiet", " none ", "naming,-naming"})
    void offWhereTheUserSaysSo(String text) {
        assertThat(isPinningOn(text)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"pinning", " pinning ", "quiet,pinning", "none,pinning", "pinning,naming,-naming"})
    void onWhereItIsNamed(String text) {
        assertThat(isPinningOn(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"unknown", "pinning,unknown", "-naming,unknown", "-nameing", "pinning naming"})
    void nothingIsOnBesideAnUnknownWord(String text) {
        assertThat(isPinningOn(text)).isFalse();
        assertThat(parse(text).isOn("naming", true)).isFalse();
    }

    @Test
    void aNameTurnsOnNoOther() {
        assertThat(parse("naming").isOn("naming", false)).isTrue();
        assertThat(isPinningOn("naming")).isFalse();
    }

    @Test
    void quiet() {
        assertThat(parse("quiet").isQuiet()).isTrue();
        assertThat(parse("").isQuiet()).isFalse();
    }

    @Test
    void settingsAreHandedOn() {
        assertThat(pinning("pinning.max-carriers=300").number("max-carriers", 500)).isEqualTo(300);
        assertThat(pinning("").number("max-carriers", 500)).isEqualTo(500);
    }

    @Test
    void theLastValueCounts() {
        assertThat(pinning("pinning.max-carriers=300,pinning.max-carriers=400").number("max-carriers", 500)).isEqualTo(400);
    }

    @Test
    void aDefaultOutsideTheRangeIsNotInForce() {
        Settings settings = pinning("");
        assertThat(settings.number("max-carriers", 0)).isZero();
        assertThat(settings.inForce()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|',
            value = {"pining | pinning", "-pining | -pinning", "namign | naming", "nameing | naming", "Pinning | pinning",
                "pinning=on | pinning", "pinning. | pinning", "max-carriers=300 | pinning.max-carriers=", "non | none",
                "pinning.max-carriers | pinning.max-carriers=", "pinning.max-carrier=300 | pinning.max-carriers=",
                "quite | quiet"})
    void aWordThatIsCloseIsSuggested(String word, String meant) {
        assertThat(VOCABULARY.unknown(parse(word))).isEqualTo("'" + word + "' is not known; did you mean " + meant + "?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"=", ".", "-", "rubbish", "arenas.x=1", "text"})
    void elseTheWordsAreListed(String word) {
        assertThat(VOCABULARY.unknown(parse(word))).isEqualTo("'" + word + "' is not known; known: pinning, naming, none, quiet");
    }

    @Test
    void theSettingsOfARemedyAreListed() {
        assertThat(VOCABULARY.unknown(parse("naming.colour=red")))
                .isEqualTo("'naming.colour=red' is not known; known: naming.interval=, naming.mode=");
    }

    @Test
    void severalUnknownWordsMakeOneLine() {
        assertThat(VOCABULARY.unknown(parse("pining,quiet,nmaing")))
                .isEqualTo("'pining', 'nmaing' are not known; did you mean pinning, naming?");
        assertThat(VOCABULARY.unknown(parse("pining,b")))
                .isEqualTo("'pining', 'b' are not known; known: pinning, naming, none, quiet");
    }

    @Test
    void noLineWhereEveryWordIsKnown() {
        assertThat(VOCABULARY.unknown(parse("pinning,-pinning,none,quiet,pinning.max-carriers=300"))).isNull();
    }

    @Test
    void aWordOfSeveral() {
        assertThat(naming("naming.mode=immediate").text("mode", "published")).isEqualTo("immediate");
        assertThat(naming("").text("mode", "published")).isEqualTo("published");
        assertThatThrownBy(() -> naming("naming.mode=none").text("mode", "published"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("naming.mode=none is none of published, immediate");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "abc", "255", "1001", "99999999999", "1.5", "-300"})
    void aValueThatIsNoNumberInTheRange(String value) {
        String text = "pinning.max-carriers=" + value;
        String problem = text + " is no number from 256 to 1000";
        assertThat(VOCABULARY.unknown(parse(text))).isNull();
        assertThat(VOCABULARY.problem(parse(text))).isEqualTo(problem);
        assertThatThrownBy(() -> pinning(text).number("max-carriers", 500))
                .isInstanceOf(IllegalArgumentException.class).hasMessage(problem);
    }

    @Test
    void aValueOfARemedyThatIsOffDoesNotMatter() {
        assertThat(VOCABULARY.problem(parse("pinning,naming.interval=x"))).isNull();
        assertThat(VOCABULARY.problem(parse("pinning,naming.interval=5"))).isNull();
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-",
            value = {"pinning,naming,naming,pinning,pinning", "-,naming,pinning,naming,naming", "-,-,pinning,pinning,pinning",
                "-,-,-,'',''", "pinning,naming,none,none,pinning", "-,naming,none,none,naming", "-,none,naming,none,naming",
                "naming,none,-,naming,naming",
                "none,naming,naming,none,none", "-,none,none,none,''", "-,none,-,none,''", "' ',' ',naming,naming,naming",
                "naming,-,'none,quiet','none,quiet',naming", "-,pinning,'none,naming',pinning,pinning"})
    void theFirstTextCountsAndNoneInTheEnvironmentWins(String given, String property, String environment, String atStart,
            String atAttach) {
        assertThat(Options.atStart(given, property, environment, WORDS).text()).isEqualTo(atStart);
        assertThat(Options.atAttach(given, property, environment, WORDS).text()).isEqualTo(atAttach);
    }

    @Test
    void allWordsAreKnownInABakedJdk() {
        assertThat(VOCABULARY.words()).isEqualTo("pinning pinning.max-carriers naming naming.interval naming.mode");
        assertThat(List.of("pinning", "naming").stream().filter(each -> Options.parse("naming", WORDS).isOn(each, true))
                .collect(Collectors.toList())).containsExactly("naming");
    }
}
