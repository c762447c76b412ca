package dev.slipstream.cli.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.options.ColorScheme;
import dev.slipstream.cli.report.page.Chromium.Opened;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What axe finds, in both themes. */
class AccessibilityTest {
    private static final int WIDTH = 1000;

    @TempDir
    private Path folder;

    @Test
    void hasNoViolations() throws IOException {
        Named one = new Named("one.json", Fixtures.ordinary());
        List<List<Named>> pages = List.of(List.of(one),
                List.of(one, new Named("two.json", Fixtures.stopped()), new Named("three.json", Fixtures.third())),
                List.of(new Named("none.json", Fixtures.empty())));
        try (Chromium chromium = new Chromium(folder)) {
            for (ColorScheme theme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
                for (List<Named> results : pages) {
                    // The policy that keeps scripts out would keep axe out too.
                    var options = Chromium.options(WIDTH).setColorScheme(theme).setBypassCSP(true);
                    try (Opened opened = chromium.open(ReportPage.of(results), options)) {
                        var found = new AxeBuilder(opened.page()).analyze();
                        assertThat(found.getViolations().stream()
                                .map(each -> theme + " " + each.getId() + ": " + each.getNodes().getFirst().getHtml())).isEmpty();
                        assertThat(found.getPasses()).isNotEmpty();
                    }
                }
            }
        }
    }
}
