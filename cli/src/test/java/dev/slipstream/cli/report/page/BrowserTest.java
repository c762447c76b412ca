package dev.slipstream.cli.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.Media;
import dev.slipstream.cli.report.Machines;
import dev.slipstream.cli.report.Machines.Machine;
import dev.slipstream.cli.report.Words;
import dev.slipstream.cli.report.page.Chromium.Opened;
import dev.slipstream.results.file.Results;
import dev.slipstream.results.file.Results.ClaimResult;
import dev.slipstream.results.file.Results.SubjectResult.ForkResult;
import dev.slipstream.results.file.Results.WorkloadResult;
import dev.slipstream.results.stats.Estimator.Shape;
import dev.slipstream.results.stats.Verdict;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The page as a reader meets it. */
@ExtendWith(WithChromium.class)
class BrowserTest {
    private static final int WIDE = 1200;
    private static final int NARROW = 360;
    private static final String EVIL = "\"'><script>alert(1)</script><img src=x onerror=alert(2)>&amp;";

    /** Marks outside their picture, pictures without any, and texts on top of each other. */
    private static final String FAULTS = """
            () => [...document.querySelectorAll('svg')].filter(svg => !svg.ownerSVGElement && svg.checkVisibility()).flatMap(svg => {
              const box = svg.getBoundingClientRect(), name = svg.querySelector('title')?.textContent, faults = [];
              if (!name || svg.getAttribute('role') !== 'img') faults.push('no name: ' + svg.outerHTML);
              if (box.width < 100 || box.height < 10) faults.push(name + ': too small');
              const marks = [...svg.querySelectorAll('line, rect, circle, path, polyline, text')];
              if (!marks.length) faults.push(name + ': empty');
              for (const mark of marks) {
                const its = mark.getBoundingClientRect();
                if (its.left < box.left - 2 || its.right > box.right + 2 || its.top < box.top - 2 || its.bottom > box.bottom + 2)
                  faults.push(name + ': outside: ' + mark.outerHTML);
              }
              const texts = marks.filter(mark => mark.tagName === 'text').map(mark => mark.getBoundingClientRect());
              texts.forEach((a, i) => texts.slice(i + 1).forEach(b => {
                if (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom) faults.push(name + ': overlap');
              }));
              return faults;
            })""";

    private static String page(Results... results) {
        List<Machine> all = new ArrayList<>();
        for (Results each : results) {
            all.add(new Machine(all.size(), "machine-" + all.size() + ".json", each));
        }
        return ReportPage.of(new Machines(all));
    }

    private static void isQuiet(Opened opened) {
        assertThat(opened.complaints()).isEmpty();
        assertThat(opened.requests()).containsExactly(opened.url());
        assertThat(opened.page().locator("script").count()).isZero();
    }

    private static void isDrawn(Opened opened) {
        assertThat(opened.page().content()).doesNotContain("NaN").doesNotContain("Infinity");
        opened.page().evaluate("document.querySelectorAll('details').forEach(each => each.open = true)");
        assertThat((List<?>) opened.page().evaluate(FAULTS)).isEmpty();
        assertThat(opened.page().evaluate("document.documentElement.scrollWidth <= innerWidth")).isEqualTo(true);
    }

    @Test
    void drawsEverythingWideAndNarrow(Chromium chromium) throws IOException {
        for (String html : List.of(page(Fixtures.ordinary()), page(Fixtures.ordinary(), Fixtures.stopped(), Fixtures.third()))) {
            for (int width : new int[] {WIDE, NARROW}) {
                try (Opened opened = chromium.open(html, width)) {
                    isDrawn(opened);
                    isQuiet(opened);
                    assertThat(opened.page().locator(".tracks svg").count()).isGreaterThan(20);
                    assertThat(opened.page().locator(".curve svg line.curve").count()).isPositive();
                }
            }
        }
    }

    /** Fonts differ in width, and hinting makes each character as wide as a whole number of pixels. */
    @Test
    void drawsEverythingInAWideFont(Chromium chromium) throws IOException {
        try (Opened opened = chromium.open(page(Fixtures.ordinary()), NARROW)) {
            opened.page().addStyleTag(new Page.AddStyleTagOptions().setContent("svg text { letter-spacing: 0.06em }"));
            isDrawn(opened);
        }
    }

    @Test
    void saysWhatTheResultsSay(Chromium chromium) throws IOException {
        Results results = Fixtures.ordinary();
        try (Opened opened = chromium.open(page(results), WIDE)) {
            Page page = opened.page();
            List<String> expected = results.parts()
                    .flatMap(part -> part.workloads().stream())
                    .flatMap(workload -> workload.claims().stream())
                    .map(claim -> Words.claim(claim) + " | " + Words.verdict(claim))
                    .toList();
            assertThat(page
                    .evaluate("[...document.querySelectorAll('.claims tbody tr:not(.group)')].map(row => row.cells[0].textContent"
                            + " + ' | ' + row.querySelector('.verdict').lastChild.textContent.trim())"))
                    .isEqualTo(expected);
            assertThat(page.locator(".scenarios .verdict").count())
                    .isEqualTo((int) results.parts().mapToLong(part -> part.scenarios().size()).sum());
            assertThat(page.locator("header .tally").innerText().replaceAll("[^\\w]+", " ").strip())
                    .isEqualTo(Words.counts(results.verdicts().toList()).replace(",", ""));
            long holding = results.verdicts().filter(Verdict.HOLDS::equals).count();
            assertThat(page.locator("h1").innerText()).isEqualTo(holding + " of " + results.verdicts().count() + " claims hold");
        }
    }

    @Test
    void putsMachinesSideBySide(Chromium chromium) throws IOException {
        List<Results> all = List.of(Fixtures.ordinary(), Fixtures.stopped(), Fixtures.third());
        try (Opened opened = chromium.open(page(all.toArray(Results[]::new)), WIDE)) {
            Page page = opened.page();
            for (int machine = 0; machine < all.size(); machine++) {
                List<String> expected = all.get(machine).parts()
                        .flatMap(part -> part.workloads().stream())
                        .flatMap(workload -> workload.claims().stream())
                        .map(ClaimResult::verdict)
                        .map(Verdict::toString)
                        .toList();
                assertThat(page.evaluate("machine => [...document.querySelectorAll('.claims tbody tr:not(.group)')]"
                        + ".map(row => row.cells[machine + 1].querySelector('.verdict')).filter(it => it)"
                        + ".map(it => it.lastChild.textContent.trim().split(':')[0])", machine)).isEqualTo(expected);
            }
            assertThat(page.locator(".claims td.none").count()).isPositive();
            assertThat(page.locator("#doubts > .notice").count()).isEqualTo(2);
            assertThat(page.locator("#doubts > .notice > ul > li").count()).isEqualTo(1 + 4);
            assertThat(page.locator("#doubts > .notice details li").count()).isEqualTo(all.get(1).remaining().size());
            assertThat(page.locator("header table tbody tr").count()).isEqualTo(all.size());
        }
    }

    @Test
    void drawsTheIterationsOfEveryFork(Chromium chromium) throws IOException {
        Results results = Fixtures.ordinary();
        try (Opened opened = chromium.open(page(results), WIDE)) {
            isDrawn(opened);
            Page page = opened.page();
            List<WorkloadResult> all = Stream.concat(
                    results.parts().flatMap(part -> part.workloads().stream()), results.floors().stream()).toList();
            assertThat(page.locator("figure.forks").count()).isEqualTo(all.size());
            for (int i = 0; i < all.size(); i++) {
                Locator plot = page.locator("figure.forks").nth(i);
                List<ForkResult> forks = all.get(i).subjects().stream().flatMap(subject -> subject.forks().stream()).toList();
                long warm = forks.stream().filter(fork -> fork.iterations().size() > 1 && fork.score() != null).count();
                assertThat(plot.locator("figcaption").innerText()).endsWith(all.get(i).title());
                assertThat(plot.locator("path.fork").count())
                        .isEqualTo((int) forks.stream().filter(fork -> fork.score() != null).count());
                assertThat(plot.locator("polyline.warming").count()).isEqualTo((int) warm);
                assertThat(plot.locator("polyline.steady").count()).isEqualTo((int) warm);
                assertThat(plot.locator("polyline.unsteady").count())
                        .isEqualTo((int) forks.stream().filter(fork -> fork.shape() == Shape.NONE).count());
            }
            assertThat(page.locator("figure.forks:has-text('lock each, 5 ms sleep') .legend").first().innerText())
                    .contains("7 forks, 1 failed");
            Locator curve = page.locator("figure.forks:has-text('copy 16 bytes')");
            assertThat(curve.locator(".legend").innerText()).contains("7 forks, 1 without steady state");
            assertThat(curve.locator("svg > title").textContent()).isEqualTo("a1 copy 16 bytes: 21 forks");
            assertThat(curve.locator("svg > desc").textContent())
                    .contains("slipstream 21: 7 forks, 1 without steady state, warm-up, steady from iteration 9 to 15");
        }
    }

    @Test
    void manyIterationsStaySmall() {
        String one = page(Fixtures.iterations(1, 700));
        assertThat(page(Fixtures.iterations(2, 700)).length() - one.length()).isLessThan(30_000);
        assertThat(page(Fixtures.iterations(25, 60)).length()).isLessThan(500_000);
    }

    @Test
    void headlinesCompareLikeWithLike(Chromium chromium) throws IOException {
        try (Opened opened = chromium.open(page(Fixtures.headlines()), WIDE)) {
            isDrawn(opened);
            assertThat(opened.page().locator(".card:has-text('text') .gain").allInnerTexts()).satisfiesExactly(
                    retrofit -> assertThat(retrofit).startsWith("agent, JDK 21").contains("1.35 times faster").contains("holds"),
                    library -> assertThat(library).startsWith("library, JDK 25").contains("2.60 times faster").contains("holds"));
            assertThat(opened.page().locator(".card:has-text('priority') .gain").allInnerTexts()).satisfiesExactly(
                    share -> assertThat(share).startsWith("agent, JDK 21")
                            .contains("12 % of the processor for the first thread instead of 50 %")
                            .contains("97.5 % interval 12 % to 12 %"));
            assertThat(opened.page().locator(".card:has-text('naming')").innerText())
                    .contains("1 headline workload not measured yet, about 25 s").doesNotContain("no gain");
        }
        // Without headlines it is the best gain.
        try (Opened opened = chromium.open(page(Fixtures.third()), WIDE)) {
            assertThat(opened.page().locator(".card .gain").innerText()).startsWith("agent, JDK 21")
                    .contains("times faster");
        }
    }

    @Test
    void keepsTextText(Chromium chromium) throws IOException {
        Results evil = Fixtures.hostile(EVIL);
        for (String html : List.of(page(evil), page(evil, Fixtures.hostile("\u0000\u001b[31m")))) {
            try (Opened opened = chromium.open(html, WIDE)) {
                isQuiet(opened);
                isDrawn(opened);
                assertThat(opened.page().locator("script, img").count()).isZero();
                assertThat(opened.page().locator("h2").allInnerTexts()).contains(EVIL + ": " + EVIL);
            }
        }
    }

    @Test
    void showsAThousandClaims(Chromium chromium) throws IOException {
        Results many = Fixtures.many(1_000);
        // The time of this thread: whatever else the machine does, it is the page's own.
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long start = threads.getCurrentThreadCpuTime();
        String html = page(many);
        assertThat(threads.getCurrentThreadCpuTime() - start).isLessThan(1_500_000_000L);
        try (Opened opened = chromium.open(html, WIDE)) {
            assertThat(opened.page().locator(".claims tbody tr:not(.group)").count()).isEqualTo(1_000);
            isQuiet(opened);
            assertThat(opened.page().evaluate("[...document.querySelectorAll('.track')].every((row, i, all) => i == 0"
                    + " || row.getBoundingClientRect().top >= all[i - 1].getBoundingClientRect().bottom - 1)")).isEqualTo(true);
        }
    }

    @Test
    void drawsNothingOfNothing(Chromium chromium) throws IOException {
        try (Opened opened = chromium.open(page(Fixtures.empty()), WIDE)) {
            isQuiet(opened);
            assertThat(opened.page().locator("svg").count()).isZero();
            assertThat(opened.page().locator("h1").innerText()).isEqualTo("Nothing was claimed");
            assertThat(opened.page().locator(".tally").count()).isZero();
            assertThat(opened.page().locator("main").innerText()).contains("No experiment has run.");
        }
    }

    @Test
    void printsEverything(Chromium chromium) throws IOException {
        try (Opened opened = chromium.open(page(Fixtures.ordinary()), WIDE)) {
            assertThat(new String(opened.page().pdf(), StandardCharsets.ISO_8859_1)).startsWith("%PDF-")
                    .hasSizeGreaterThan(20_000);
            opened.page().emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));
            assertThat(opened.page().locator("nav").isVisible()).isFalse();
            assertThat(opened.page().locator(".failure pre").first().isVisible()).isTrue();
            isQuiet(opened);
        }
    }
}
