package dev.slipstream.cli.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import org.junit.jupiter.api.Test;

class HtmlTest {
    @Test
    void textAndAttributesStayText() {
        Html html = new Html().element("p", "<b> & \"x\" 'y'", "title", "\"><script>", "class", null);
        assertThat(html).hasToString("<p title=\"&quot;&gt;&lt;script&gt;\">&lt;b&gt; &amp; &quot;x&quot; &#39;y&#39;</p>");
    }

    @Test
    void controlCharactersAreReplaced() {
        assertThat(new Html().text("a\u001b[1m\u0000\n\tb")).hasToString("a\uFFFD[1m\uFFFD\n\tb");
    }

    @Test
    void everyElementMustBeEnded() {
        Html html = new Html().open("p");
        assertThatIllegalStateException().isThrownBy(html::toString);
    }

    @Test
    void commandsCanBePasted() {
        assertThat(MachineSection.command(List.of("prove", "--jdk", "21=/a b", "it's", "$(x)")))
                .isEqualTo("./slipstream prove --jdk '21=/a b' 'it'\\''s' '$(x)'");
    }
}
