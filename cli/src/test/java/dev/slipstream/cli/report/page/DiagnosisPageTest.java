package dev.slipstream.cli.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.slipstream.agent.engine.Remedies;
import dev.slipstream.cli.diagnose.output.DiagnosisText;
import dev.slipstream.cli.diagnose.output.Found;
import dev.slipstream.cli.report.page.Chromium.Opened;
import dev.slipstream.diagnose.result.Diagnosis;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The page of a diagnosis as a reader meets it. */
@ExtendWith(WithChromium.class)
class DiagnosisPageTest {
    private static final int WIDE = 1200;
    private static final int NARROW = 360;
    private static final String EVIL = "\"'><script>alert(1)</script><img src=x onerror=alert(2)>&amp;\u0000\u001b[31m";

    /** No mark lies outside its picture. */
    private static final String INSIDE = """
            [...document.querySelectorAll('.curve > svg')].every(svg => [...svg.querySelectorAll('line, path')].every(mark => {
              const a = mark.getBoundingClientRect(), b = svg.getBoundingClientRect();
              return a.left >= b.left - 8 && a.right <= b.right + 8 && a.top >= b.top - 8 && a.bottom <= b.bottom + 8;
            }))""";

    private static String page(Diagnosis... diagnoses) {
        return DiagnosisPage.of(List.of(diagnoses), "0.1.0", "2026-11-21T17:00:00Z");
    }

    @Test
    void drawsEverythingWideAndNarrow(Chromium chromium) throws IOException {
        for (String html : List.of(page(Found.two()), page(Found.two(), Found.none(), Found.recorded()), page(Found.long1h()))) {
            for (int width : new int[] {WIDE, NARROW}) {
                try (Opened opened = chromium.open(html, width)) {
                    opened.isInOrder();
                    assertThat(opened.page().locator(".curve svg line.curve").count()).isGreaterThan(20);
                    assertThat(opened.page().evaluate(INSIDE)).isEqualTo(true);
                }
            }
        }
    }

    @Test
    void saysWhatTheDiagnosisSays(Chromium chromium) throws IOException {
        try (Opened opened = chromium.open(page(Found.two()), WIDE)) {
            Page page = opened.page();
            assertThat(page.locator("h1").innerText()).isEqualTo("It pays 2 of the 5 costs that its JDK has");
            assertThat(page.locator("header .lead").innerText())
                    .isEqualTo("org.example.Shop, process 4711, JDK 21.0.8+9-LTS, 8 processors,"
                            + " diagnosed for 30 s, 21 November 2026, 17:00 UTC.");
            assertThat(page.locator("main h2").allInnerTexts()).containsExactly("Next steps", "All costs", "Over time",
                    "buffering: 31 % (25 to 37 %) of the processor time", "naming: 12 % (9.6 to 14 %) of the processor time");
            assertThat(page.locator("#all tbody .verdict").allInnerTexts())
                    .containsExactly("✓\u00a0not paid", "✗\u00a0paid", "✗\u00a0paid",
                            "–\u00a0not on this JDK", "?\u00a0unknown", "✓\u00a0not paid");
            assertThat(page.locator("main").innerText()).contains("org.example.Parser.next:123", "1,234",
                    "52,300 calls/s x 690 ns = 36 ms/s",
                    "slipstream attach 4711 --remedies buffering,naming", "Risk: What others write is seen late.");
            assertThat(page.locator("header .notice li").allInnerTexts()).containsExactly("the recording is short");
        }
    }

    /** The first thing below the verdict is the first thing to do. */
    @Test
    void beginsWithWhatToDo(Chromium chromium) throws IOException {
        for (Diagnosis diagnosis : List.of(Found.two(), Found.hanging())) {
            for (int width : new int[] {WIDE, NARROW}) {
                try (Opened opened = chromium.open(page(diagnosis), width)) {
                    assertThat(opened.page().locator("main h2").first().innerText()).isEqualTo("Next steps");
                    assertThat(opened.page()
                            .evaluate("document.querySelector('.steps li').getBoundingClientRect().bottom < innerHeight"))
                            .isEqualTo(true);
                    assertThat(opened.page().locator(".steps li code").allInnerTexts())
                            .containsExactlyElementsOf(
                                    DiagnosisText.next(diagnosis).stream().map(DiagnosisText.Next::command).toList());
                }
            }
        }
    }

    @Test
    void notesAreLinesOfTheirOwn(Chromium chromium) throws IOException {
        try (Opened opened = chromium.open(page(Found.noted()), WIDE)) {
            assertThat(opened.page().locator("#all .note").allInnerTexts())
                    .containsExactly("In bursts of 100 ms only.", "the flight recorder saw one");
        }
    }

    @Test
    void narrowScreensCutNothingAndLeaveNoBlankRow(Chromium chromium) throws IOException {
        for (int width : new int[] {420, NARROW}) {
            try (Opened opened = chromium.open(page(Found.two()), width)) {
                assertThat((List<?>) opened.page().evaluate(ReportPageTest.CUT)).isEmpty();
                // A row is as high as the cells that one can see.
                assertThat(opened.page().evaluate("[...document.querySelectorAll('#all tbody tr')].every(row =>"
                        + " row.getBoundingClientRect().bottom - Math.max(...[...row.cells].map(cell => cell.getBoundingClientRect().bottom)) < 20"
                        + " && [...row.cells].every(cell => cell.getBoundingClientRect().right <= innerWidth))")).isEqualTo(true);
            }
        }
    }

    @Test
    void saysThatItHangs(Chromium chromium) throws IOException {
        for (int width : new int[] {WIDE, NARROW}) {
            try (Opened opened = chromium.open(page(Found.hanging()), width)) {
                opened.isInOrder();
                Page page = opened.page();
                assertThat(page.locator("h1").innerText())
                        .isEqualTo("It hangs: 2 of 2 carriers have been held for at least 14.2 s, so no virtual thread can run");
                assertThat(page.locator("#carriers li").allInnerTexts()).contains(
                        "Held: 2 carriers at org.example.Pool.borrow:52 (park under a monitor), waiting for java.util.concurrent.Semaphore");
                assertThat(page.locator("#carriers").innerText()).contains("For the team: org.example.Shop, process 4711");
            }
        }
    }

    @Test
    void saysPlainlyThatNothingWasFound(Chromium chromium) throws IOException {
        try (Opened opened = chromium.open(page(Found.none()), WIDE)) {
            opened.isInOrder();
            assertThat(opened.page().locator("h1").innerText())
                    .isEqualTo("Nothing found: it pays none of the " + Remedies.names().size() + " costs");
            assertThat(opened.page().locator("svg, pre").count()).isZero();
        }
    }

    @Test
    void keepsTextText(Chromium chromium) throws IOException {
        for (String html : List.of(page(Found.hostile(EVIL)), page(Found.hostile(EVIL), Found.hostile(EVIL)))) {
            try (Opened opened = chromium.open(html, NARROW)) {
                opened.isInOrder();
                assertThat(opened.page().content()).contains("&lt;script&gt;");
            }
        }
    }

    @Test
    void hasNoViolations(Chromium chromium) throws IOException {
        for (ColorScheme theme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            for (String html : List.of(page(Found.two()), page(Found.two(), Found.recorded()), page(Found.hanging()))) {
                // The policy that keeps scripts out would keep axe out too.
                try (Opened opened = chromium.open(html, Chromium.options(WIDE).setColorScheme(theme).setBypassCSP(true))) {
                    var found = new AxeBuilder(opened.page()).analyze();
                    assertThat(found.getViolations().stream()
                            .map(each -> theme + " " + each.getId() + ": " + each.getNodes().getFirst().getHtml())).isEmpty();
                    assertThat(found.getPasses()).isNotEmpty();
                }
            }
        }
    }
}
