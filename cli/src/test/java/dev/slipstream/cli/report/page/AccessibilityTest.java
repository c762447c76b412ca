package dev.slipstream.cli.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.slipstream.cli.report.Machines;
import dev.slipstream.cli.report.Machines.Machine;
import dev.slipstream.cli.report.page.Chromium.Opened;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Test of the pages by axe in both themes, and by the keyboard. */
@ExtendWith(WithChromium.class)
class AccessibilityTest {
    private static final int WIDTH = 1000;
    private static final int NARROW = 360;

    @Tag("long")
    @Test
    void hasNoViolations(Chromium chromium) throws IOException {
        Machine one = new Machine(0, "one.json", Fixtures.ordinary());
        List<Machines> pages = List.of(new Machines(List.of(one)),
                new Machines(List.of(one, new Machine(1, "two.json", Fixtures.stopped()),
                        new Machine(2, "three.json", Fixtures.third()))),
                Machines.of("none.json", Fixtures.empty()));
        for (ColorScheme theme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            for (Machines results : pages) {
                // The policy that keeps scripts out would keep axe out too.
                var options = Chromium.options(WIDTH).setColorScheme(theme).setBypassCSP(true);
                try (Opened opened = chromium.open(ReportPage.of(results), options)) {
                    AxeBuilder axe = new AxeBuilder(opened.page());
                    // Only colours differ between the themes, and each look takes seconds.
                    var found = (theme == ColorScheme.LIGHT ? axe : axe.withRules(List.of("color-contrast"))).analyze();
                    assertThat(found.getViolations().stream()
                            .map(each -> theme + " " + each.getId() + ": " + each.getNodes().getFirst().getHtml())).isEmpty();
                    assertThat(found.getPasses()).isNotEmpty();
                }
            }
        }
    }

    @Test
    void isReachedByKeyboard(Chromium chromium) throws IOException {
        try (Opened opened = chromium.open(ReportPage.of(Machines.of("one.json", Fixtures.ordinary())), NARROW)) {
            Page page = opened.page();
            page.evaluate("document.querySelectorAll('details:not(.failure)').forEach(each => each.open = true)");
            page.keyboard().press("Tab");
            assertThat(page.evaluate("document.activeElement.className")).isEqualTo("skip");
            int stops = page.locator("a, summary, .scroll").count();
            for (int i = 0; i < stops; i++) {
                page.evaluate("document.activeElement.dataset.reached = ''");
                page.keyboard().press("Tab");
            }
            assertThat(page.locator(":is(a, summary, .scroll):not([data-reached])").count()).isZero();
            page.locator(".failure summary").first().focus();
            page.keyboard().press("Enter");
            assertThat(page.locator(".failure pre").first().isVisible()).isTrue();
        }
    }
}
