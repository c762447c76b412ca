package dev.slipstream.cli.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.options.ColorScheme;
import dev.slipstream.cli.fleet.FleetSummary;
import dev.slipstream.cli.fleet.FleetSummary.Assumed;
import dev.slipstream.cli.fleet.FleetSummary.BriefRow;
import dev.slipstream.cli.fleet.FleetSummary.ChangeRow;
import dev.slipstream.cli.fleet.FleetSummary.Coverage;
import dev.slipstream.cli.fleet.FleetSummary.RemedyRow;
import dev.slipstream.cli.fleet.FleetSummary.Saving;
import dev.slipstream.cli.fleet.FleetSummary.ServiceRow;
import dev.slipstream.cli.fleet.FleetSummary.SiteRow;
import dev.slipstream.cli.fleet.FleetSummary.UnclearRow;
import dev.slipstream.cli.fleet.FleetSummary.UnreadableRow;
import dev.slipstream.cli.fleet.RollOut;
import dev.slipstream.cli.fleet.RollOut.Change;
import dev.slipstream.cli.fleet.RollOut.Sample;
import dev.slipstream.cli.fleet.RollOut.Verdict;
import dev.slipstream.cli.report.page.Chromium.Opened;
import dev.slipstream.diagnose.result.Finding.Share;
import dev.slipstream.results.stats.Interval;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The page of a fleet as a reader meets it. */
@ExtendWith(WithChromium.class)
class FleetPageTest {
    private static final int WIDE = 1200;
    private static final int NARROW = 360;
    private static final String EVIL = "\"'><script>alert(1)</script><img src=x onerror=alert(2)>&amp;\u0000\u001b[31m";

    private static FleetSummary fleet(String text) {
        return new FleetSummary(
                new Coverage(2_000, 3, 40, 120, 2, new Assumed(1_900, 3, 1), 120_000, "2026-11-25 10:00:00.0",
                        "2026-11-26 10:00:00.0"),
                List.of(new BriefRow(text, 6), new BriefRow("", 9), new BriefRow("c", 9), new BriefRow("d", 29)),
                List.of(new RemedyRow("naming", 2, Optional.of(3.1), Optional.of(new Saving(2.4, 3.6))),
                        new RemedyRow("pinning", 1, Optional.empty(), Optional.empty())),
                List.of(new ServiceRow(text, "naming", Share.measured(0.31, "the processor time"), 3, 30, 28, Optional.of(3.1),
                        Optional.of(new Saving(2.4, 3.6))),
                        new ServiceRow("", "pinning", Share.measured(0.8, "the carriers' time"), 1, 10, 10, Optional.empty(),
                                Optional.empty())),
                List.of(new UnclearRow("buffering", 2, 0.071), new UnclearRow("priority", 40, 1)),
                List.of(new SiteRow("naming", text, 12, 2, 28, Optional.of(3.1), text)),
                List.of(new ChangeRow(text, "naming", Optional.empty(), Optional.of(0.3))),
                List.of(new RollOut(text, List.of(
                        new Change("naming", sample(0.31), sample(0.002), Optional.of(new Interval(0, 0.02)), Verdict.GONE),
                        new Change("text", sample(0), sample(0.2), Optional.empty(), Verdict.NEW),
                        new Change("", sample(4), sample(4.4), Optional.of(new Interval(0.9, 1.3)), Verdict.UNCLEAR)))),
                List.of(new UnreadableRow(text, text)));
    }

    private static Sample sample(double mean) {
        return new Sample(3, mean, Optional.of(0.1));
    }

    private static FleetSummary nothing() {
        return new FleetSummary(new Coverage(1, 0, 1, 1, 0, new Assumed(0, 0, 0), 60, "", ""), List.of(), List.of(), List.of(),
                List.of(), List.of(), List.of(),
                List.of(), List.of());
    }

    private static String page(FleetSummary fleet) {
        return FleetPage.of(fleet, "0.1.0", "2026-11-26T17:00:00Z");
    }

    @Test
    void isInOrderWideAndNarrow(Chromium chromium) throws IOException {
        for (String html : List.of(page(fleet("shop")), page(fleet(EVIL)), page(nothing()))) {
            for (int width : new int[] {WIDE, NARROW}) {
                try (Opened opened = chromium.open(html, width)) {
                    opened.isInOrder();
                }
            }
        }
    }

    @Test
    void saysWhichServicesPay(Chromium chromium) throws IOException {
        try (Opened opened = chromium.open(page(fleet("shop")), WIDE)) {
            assertThat(opened.page().locator("h1").innerText())
                    .isEqualTo("2 of 40 services pay, 2 recorded too briefly to judge");
            assertThat(opened.page().locator("[aria-labelledby=first] .track").allInnerTexts().get(0)).contains("naming", "2.4",
                    "3.6");
            assertThat(opened.page().locator("[aria-labelledby=first] line.interval").count()).isEqualTo(3);
            assertThat(opened.page().locator("[aria-labelledby=services] tbody tr").allInnerTexts().get(0)).contains("shop",
                    "28 of 30",
                    "31 % (25 to 37 %)");
            assertThat(opened.page().locator("[aria-labelledby=services] > p").innerText())
                    .isEqualTo("Unknown, since their recordings do not tell: buffering of 2 services (less than 8 %), "
                            + "priority of 40 services.");
            assertThat(opened.page().locator("[aria-labelledby=changes] tbody tr").innerText()).contains("not seen", "30 %");
            assertThat(opened.page().locator("[aria-labelledby=changes] .track").allInnerTexts()).satisfiesExactly(
                    naming -> assertThat(naming).contains("naming", "3 instances, now 3", "gone", "31 % to 0.2 %"),
                    text -> assertThat(text).contains("text", "was not there before", "new"),
                    all -> assertThat(all).contains("processor time", "unclear", "4.00 to 4.40"),
                    axis -> assertThat(axis).contains("times"));
            assertThat(opened.page().locator("[aria-labelledby=changes] line.interval").count()).isEqualTo(6);
        }
        try (Opened opened = chromium.open(page(nothing()), WIDE)) {
            assertThat(opened.page().locator("h1").innerText()).isEqualTo("0 of 1 service pay");
        }
    }

    @Test
    void hasNoEmptySection(Chromium chromium) throws IOException {
        try (Opened opened = chromium.open(page(nothing()), WIDE)) {
            assertThat(opened.page().locator("main h2").allInnerTexts()).containsExactly("Coverage");
            assertThat(opened.page().locator("nav a").allInnerTexts()).containsExactly("Coverage");
            assertThat(opened.page().locator(".notice").count()).isZero();
        }
        FleetSummary pinned = new FleetSummary(new Coverage(1, 0, 1, 1, 0, new Assumed(0, 0, 0), 60, "", ""), List.of(),
                List.of(new RemedyRow("pinning", 1, Optional.empty(), Optional.empty())),
                List.of(new ServiceRow("shop", "pinning", Share.measured(0.8, "the carriers' time"), 1, 1, 1, Optional.empty(),
                        Optional.empty())),
                List.of(), List.of(), List.of(), List.of(), List.of());
        try (Opened opened = chromium.open(page(pinned), WIDE)) {
            assertThat(opened.page().locator("h1").innerText()).isEqualTo("1 of 1 service pays");
            assertThat(opened.page().locator("main h2").allInnerTexts())
                    .containsExactly("What to roll out first", "Services", "Coverage");
            assertThat(opened.page().locator("[aria-labelledby=first]").innerText())
                    .contains("pinning: 1 service pays a share of the carriers' time");
            assertThat(opened.page().locator("svg").count()).isZero();
        }
    }

    @Test
    void warnsOfServicesSeenForSecondsOnly(Chromium chromium) throws IOException {
        try (Opened opened = chromium.open(page(fleet("shop")), WIDE)) {
            assertThat(opened.page().locator("header .notice").innerText()).isEqualTo("4 services were seen for less than 30 s"
                    + " (shop 6 s, (no name) 9 s, c 9 s, ...), too short to judge: that shows frequent costs only. Record a minute under load.");
        }
    }

    @Test
    void saysWhatWasAssumed(Chromium chromium) throws IOException {
        try (Opened opened = chromium.open(page(fleet("shop")), WIDE)) {
            assertThat(opened.page().locator("header .lead").allInnerTexts())
                    .contains("The host of 1,900 recordings is unknown: each JVM, by its"
                            + " process id and start time, counts as an instance, also one that followed another on its host. 3 recordings overlap"
                            + " another one with the same process id and start time, and count as instances, too. 1 recording does not identify its"
                            + " JVM, and counts as an instance. --name host=SOURCE tells hosts apart.");
        }
        try (Opened opened = chromium.open(page(nothing()), WIDE)) {
            assertThat(opened.page().locator("header .lead").allInnerTexts())
                    .containsExactly("1 recording of 1 instance, 1 min in all.");
        }
    }

    @Test
    void narrowScreensCutNoTable(Chromium chromium) throws IOException {
        try (Opened opened =
                chromium.open(page(fleet("a-service-with-a-name-that-is-longer-than-a-phone-is-wide-0123456789")), NARROW)) {
            assertThat((List<?>) opened.page().evaluate(ReportPageTest.CUT)).isEmpty();
        }
    }

    @Test
    void isAccessible(Chromium chromium) throws IOException {
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            // The policy that keeps scripts out would keep axe out too.
            try (Opened opened =
                    chromium.open(page(fleet("shop")), Chromium.options(WIDE).setColorScheme(scheme).setBypassCSP(true))) {
                assertThat(new AxeBuilder(opened.page()).analyze().getViolations()).extracting(violation -> violation.getId())
                        .isEmpty();
            }
        }
    }
}
