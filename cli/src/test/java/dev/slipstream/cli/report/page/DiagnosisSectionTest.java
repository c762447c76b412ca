package dev.slipstream.cli.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.engine.Remedies;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Each remedy has a colour, and no two have the same. */
class DiagnosisSectionTest {
    private static final Pattern COLOUR = Pattern.compile("(?m)^\\.(cost-\\d+) \\{ --series: var\\(--(\\w+)\\); }$");

    @Test
    void everyRemedyHasAColourOfItsOwn() throws IOException {
        List<MatchResult> colours;
        try (InputStream css = DiagnosisSection.class.getResourceAsStream("page.css")) {
            colours = COLOUR.matcher(new String(css.readAllBytes(), StandardCharsets.UTF_8)).results().toList();
        }
        assertThat(colours).extracting(colour -> colour.group(2)).doesNotHaveDuplicates();
        assertThat(colours).extracting(colour -> colour.group(1)).doesNotHaveDuplicates()
                .containsAll(Remedies.names().stream().map(DiagnosisSection::style).toList());
    }
}
