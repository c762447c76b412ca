package dev.slipstream.cli.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import dev.slipstream.cli.report.Machines;
import dev.slipstream.cli.report.Machines.Machine;
import dev.slipstream.cli.report.page.Chromium.Opened;
import dev.slipstream.results.file.Results;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The report as its first reader meets it. */
@ExtendWith(WithChromium.class)
class ReportPageTest {
    private static final int WIDE = 1400;
    private static final int PHONE = 420;

    /** The tables that are wider than their place. */
    static final String CUT = "[...document.querySelectorAll('.scroll')].filter(box => box.checkVisibility()"
            + " && box.scrollWidth > box.clientWidth + 1).map(box => box.getAttribute('aria-label'))";

    private static String page(Results... all) {
        return ReportPage.of(new Machines(IntStream.range(0, all.length).mapToObj(i -> new Machine(i, i + ".json", all[i]))
                .toList()));
    }

    @Test
    void figuresAreOnTheFirstScreen(Chromium chromium) throws IOException {
        for (int width : new int[] {WIDE, PHONE}) {
            try (Opened opened = chromium.open(page(Fixtures.headlines()), width)) {
                assertThat(opened.page()
                        .evaluate("document.querySelector('.card .big').getBoundingClientRect().bottom < innerHeight"))
                        .isEqualTo(true);
            }
        }
        try (Opened opened = chromium.open(page(Fixtures.stopped(), Fixtures.warned()), WIDE)) {
            assertThat(
                    opened.page().evaluate("document.querySelector('.card .big').getBoundingClientRect().bottom < innerHeight"))
                    .isEqualTo(true);
            assertThat(opened.page().locator("header a").last().innerText())
                    .isEqualTo("1 warning, 1 min 53 s of measurements remain");
            opened.page().locator("header a").last().click();
            assertThat(opened.page().url()).endsWith("#doubts");
        }
    }

    @Test
    void countsWhatWasNotMeasured(Chromium chromium) throws IOException {
        try (Opened opened = chromium.open(page(Fixtures.headlines()), WIDE)) {
            Page page = opened.page();
            assertThat(page.locator("h1").innerText()).isEqualTo("5 of 7 claims measured, all hold");
            assertThat(page.title()).contains("5 of 7 claims measured, all hold");
            assertThat(page.locator("header .tally").count()).isZero();
            assertThat(page.locator(".card:has-text('naming') .count").innerText()).isEqualTo("none of 2 claims measured");
            assertThat(page.locator(".card:has-text('priority') .count").innerText()).isEqualTo("all 2 claims hold");
        }
    }

    @Test
    void countsItForEachMachine(Chromium chromium) throws IOException {
        try (Opened opened = chromium.open(page(Fixtures.ordinary(), Fixtures.headlines()), WIDE)) {
            assertThat(opened.page().locator("header thead th").allInnerTexts()).contains("not measured");
            assertThat(opened.page().locator("header tbody td:nth-child(7)").allInnerTexts()).containsExactly("0", "2");
        }
    }

    @Test
    void namesTheConfidenceOfItsIntervals(Chromium chromium) throws IOException {
        try (Opened opened = chromium.open(page(Fixtures.ordinary()), WIDE)) {
            Page page = opened.page();
            assertThat(page.locator(".claims thead th").allInnerTexts()).contains("97.5 % interval")
                    .noneMatch(title -> title.startsWith("95 %"));
            assertThat(page.locator(".claims td.number").allInnerTexts()).noneMatch(cell -> cell.contains("97.5 %"))
                    .anyMatch(cell -> cell.startsWith("99.5 %: "));
            assertThat(page.locator("[aria-labelledby=noise] thead th").allInnerTexts()).contains("99.5 % interval");
        }
        try (Opened opened = chromium.open(page(Fixtures.ordinary(), Fixtures.stopped()), WIDE)) {
            assertThat(opened.page().locator(".claims caption").first().innerText())
                    .contains("Intervals are of 97.5 % unless they say otherwise.");
        }
    }

    @Test
    void onePlaceIsNoCurve(Chromium chromium) throws IOException {
        try (Opened opened = chromium.open(page(Fixtures.onePlace()), WIDE)) {
            assertThat(opened.page().locator("figure.curve").count()).isZero();
            assertThat(opened.page().locator("main").innerText()).doesNotContain("Curves").contains("at one length");
        }
    }

    /** A score that has three digits in the unit of the others is in that unit. */
    @Test
    void aTableHasOneUnit(Chromium chromium) throws IOException {
        try (Opened opened = chromium.open(page(Fixtures.onePlace()), WIDE)) {
            assertThat(opened.page().locator(".scroll[aria-label^=Measurements] td.number").allInnerTexts())
                    .filteredOn(cell -> !cell.isEmpty()).hasSize(4).allMatch(cell -> cell.contains(" us"));
        }
    }

    @Test
    void explainsItsWordsWhereTheyStand(Chromium chromium) throws IOException {
        try (Opened opened = chromium.open(page(Fixtures.ordinary()), WIDE)) {
            Page page = opened.page();
            assertThat(page.locator("[aria-labelledby=remedy-2] .words div").allInnerTexts()).containsExactly(
                    "stock 21: the JDK as it is", "stock 21 (again): the same once more: a difference is noise",
                    "stock 21 (option): the JDK with its own option against the cost",
                    "slipstream 21: with the agent, and this remedy alone",
                    "floor 21: the least time that the machine or the system allows");
            assertThat(page.locator("[aria-labelledby=remedy-1]").innerText())
                    .contains("A fork is a JVM started for one measurement. Letters and numbers, such as a1, name a measurement.")
                    .contains("Each ratio is that of pairs: one fork, a JVM of its own, of each of the two that are compared");
            assertThat(page.content()).doesNotContain("retrofit");
        }
    }

    /** A limit that holds is no loss. */
    @Test
    void aLimitSaysWhatIsClaimed(Chromium chromium) throws IOException {
        try (Opened opened = chromium.open(page(Fixtures.limits()), WIDE)) {
            assertThat(opened.page().locator(".card .gain").innerText())
                    .contains("1.36 times the time of stock 25 (claimed: at most 2)").contains("holds");
            assertThat(opened.page().locator(".card .big").count()).isZero();
        }
    }

    @Test
    void narrowScreensCutNoTable(Chromium chromium) throws IOException {
        for (String html : List.of(page(Fixtures.ordinary()), page(Fixtures.ordinary(), Fixtures.stopped(), Fixtures.third()))) {
            for (int width : new int[] {PHONE, 360}) {
                try (Opened opened = chromium.open(html, width)) {
                    opened.page().evaluate("document.querySelectorAll('details').forEach(each => each.open = true)");
                    assertThat((List<?>) opened.page().evaluate(CUT)).isEmpty();
                    assertThat(
                            opened.page().evaluate("getComputedStyle(document.querySelector('.claims td'), '::before').content"))
                            .asString().isNotEqualTo("none");
                }
            }
        }
    }

    /** Between a phone and a desk a table may scroll, and shows at its edge that it does. */
    @Test
    void aTableThatScrollsHasAShadow(Chromium chromium) throws IOException {
        try (Opened opened = chromium.open(page(Fixtures.ordinary(), Fixtures.stopped(), Fixtures.third()), 760)) {
            assertThat(opened.page()
                    .evaluate("getComputedStyle(document.querySelector('.scroll')).backgroundImage.match(/gradient/g).length"))
                    .isEqualTo(4);
        }
    }
}
