package dev.slipstream.cli.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.slipstream.cli.fleet.FleetSummary.Assumed;
import dev.slipstream.cli.fleet.FleetSummary.RemedyRow;
import dev.slipstream.cli.fleet.FleetSummary.Saving;
import dev.slipstream.cli.fleet.FleetSummary.ServiceRow;
import dev.slipstream.cli.fleet.FleetSummary.UnclearRow;
import dev.slipstream.cli.fleet.RollOut.Change;
import dev.slipstream.cli.fleet.RollOut.Verdict;
import dev.slipstream.diagnose.fleet.Analysed;
import dev.slipstream.diagnose.fleet.Analysed.FindingRow;
import dev.slipstream.diagnose.fleet.Analysed.SiteRow;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TablesTest {
    private static final String EVIL = "'; DROP TABLE findings; -- \"\\\u0000</script>";

    private static final Instant START = Instant.parse("2026-11-26T10:00:00Z");

    @TempDir
    private Path folder;

    private final List<Analysed> all = new ArrayList<>();

    /** Adds a recording of a JVM that uses two processors, and pays for naming with the given share of them; each begins a minute later. */
    private void add(String name, String service, String host, double seconds, double share) {
        Instant started = START.plusSeconds(60L * all.size());
        add(name, service, host, name, started, started, seconds, share);
    }

    private void add(String name, String service, String host, String jvm, Instant jvmStarted, Instant started, double seconds,
            double share) {
        boolean paid = share > 0.01;
        all.add(new Analysed(name, "", false, service, "1", host, jvm, jvm.isEmpty() ? "" : jvmStarted.toString(), "21.0.8+9", 21,
                started.toString(), seconds, 2.0,
                List.of(new FindingRow("naming", paid ? "paid" : "not-paid", share, share * 0.8, share * 1.2,
                        "the processor time", 2 * share,
                        paid ? share * 0.8 : null, paid ? share * 1.2 : null),
                        new FindingRow("priority", "unknown", null, null, null, "", null, null, null)),
                paid ? List.of(new SiteRow("naming", "org.example.Pool.run", 12, 1, 2 * share, "")) : List.of()));
    }

    private FleetSummary summary() throws Exception {
        return summary(Optional.empty());
    }

    private FleetSummary summary(Optional<Path> before) throws Exception {
        Path journal = folder.resolve("analysed.ndjson");
        Files.deleteIfExists(journal);
        Files.createFile(journal);
        RecordingJournal lines = new RecordingJournal(journal, "", List.of());
        for (Analysed each : all) {
            lines.add(new RecordingJournal.Entry(each.recording(), 1, 1), each);
        }
        try (Tables tables = Tables.ofJournal(folder, journal, before)) {
            return FleetSummary.of(tables);
        }
    }

    @Test
    void addsHostsAndAveragesTheRecordingsOfEach() throws Exception {
        add("a1", "shop", "a", 10, 0.2);
        add("a2", "shop", "a", 30, 0.4);
        add("b1", "shop", "b", 10, 0.1);
        add("c1", "cart", "c", 10, 0);
        all.add(Analysed.failed("broken", "it is empty", false));
        FleetSummary summary = summary();
        assertThat(summary.coverage()).isEqualTo(new FleetSummary.Coverage(5, 1, 2, 3, 0, new Assumed(0, 0, 0), 60,
                "2026-11-26 10:00:00.0", "2026-11-26 10:03:00.0"));
        ServiceRow shop = summary.services().get(0);
        assertThat(summary.services()).hasSize(1);
        assertThat(shop.service() + " " + shop.remedy() + " " + shop.instances() + " " + shop.recordings())
                .isEqualTo("shop naming 2 3");
        // On a: (0.2 * 10 + 0.4 * 30) / 40 of two processors; on b: 0.1 of two.
        assertThat(shop.processors().get()).isCloseTo(0.9, within(1e-9));
        assertThat(shop.saving().get().least()).isCloseTo(0.72, within(1e-9));
        RemedyRow naming = summary.remedies().get(0);
        assertThat(naming.saving().get()).isEqualTo(new Saving(shop.saving().get().least(), shop.saving().get().most()));
        assertThat(shop.share().least()).isCloseTo(shop.share().value() * 0.8, within(1e-9));
        assertThat(shop.share().most()).isCloseTo(shop.share().value() * 1.2, within(1e-9));
        assertThat(summary.unclear()).containsExactly(new UnclearRow("priority", 2, 1));
        assertThat(summary.sites()).singleElement()
                .satisfies(site -> assertThat(site.method()).isEqualTo("org.example.Pool.run"));
        assertThat(summary.unreadable()).containsExactly(new FleetSummary.UnreadableRow("broken", "it is empty"));
        assertThat(summary.changes()).isEmpty();
        assertThat(summary.brief()).containsExactly(new FleetSummary.BriefRow("cart", 10));
        assertThat(summary.warning())
                .hasValue("1 service was seen for less than 30 s (cart 10 s), too short to judge: that shows frequent"
                        + " costs only. Record a minute under load.");
        assertThat(summary.title()).isEqualTo("1 of 2 services pays, 1 recorded too briefly to judge");
        // As the row of the service: (0.2 * 10 + 0.4 * 30) / 40 of two on a, and 0.1 of two on b.
        assertThat(summary.sites().get(0).processors().get()).isCloseTo(0.9, within(1e-9));
    }

    /** The same process id in five containers, and no rule that tells hosts. */
    @Test
    void withoutHostsEachJvmIsAnInstance() throws Exception {
        for (int i = 0; i < 5; i++) {
            add("h" + i, "shop", "", "1@web-" + i, START, START, 60, 0.2);
        }
        add("later", "shop", "", "1@web-0", START, START.plusSeconds(60), 60, 0.4);
        FleetSummary summary = summary();
        assertThat(summary.coverage().instances()).isEqualTo(5);
        // Four of 0.2, and one of 0.3 on average, of two processors.
        assertThat(summary.services().get(0).processors().get()).isCloseTo(2.2, within(1e-9));
        assertThat(summary.coverage().premise()).isEqualTo(new Assumed(6, 0, 0));
        assertThat(summary.coverage().premise().text())
                .hasValue("The host of 6 recordings is unknown: each JVM, by its process id and"
                        + " start time, counts as an instance, also one that followed another on its host. --name host=SOURCE tells hosts apart.");
    }

    /** They can be of different hosts: nothing that overlaps in time is taken for one. */
    @Test
    void recordingsThatOverlapAreNotMerged() throws Exception {
        for (int i = 0; i < 5; i++) {
            add("same" + i, "shop", "", "1", START, START.plusSeconds(i), 60, 0.2);
        }
        for (int i = 0; i < 2; i++) {
            add("nameless" + i, "shop", "", "", START, START.plusSeconds(600L * i), 60, 0.2);
        }
        FleetSummary summary = summary();
        assertThat(summary.services().get(0).instances()).isEqualTo(7);
        assertThat(summary.remedies().get(0).saving().get().least()).isCloseTo(7 * 2 * 0.2 * 0.8, within(1e-9));
        assertThat(summary.coverage().premise().text().get())
                .contains(" 4 recordings overlap another one with the same process id and start"
                        + " time, and count as instances, too. 2 recordings do not identify their JVM, and count as an instance each. ");
    }

    /** On a host, a JVM that was started after the end of another follows it; two that live at once add up. */
    @Test
    void onAHostJvmsThatFollowOneAnotherAreOneInstance() throws Exception {
        add("first", "shop", "a", "1", START, START, 60, 0.1);
        add("restarted", "shop", "a", "2", START.plusSeconds(100), START.plusSeconds(200), 60, 0.3);
        assertThat(summary().services().get(0).processors().get()).isCloseTo(0.4, within(1e-9));
        // Recorded later, but started before the first was seen for the last time.
        add("beside", "shop", "a", "3", START.plusSeconds(30), START.plusSeconds(300), 60, 0.2);
        add("again", "shop", "a", "3", START.plusSeconds(30), START.plusSeconds(310), 60, 0.2);
        FleetSummary both = summary();
        assertThat(both.services().get(0).instances()).isEqualTo(2);
        assertThat(both.services().get(0).processors().get()).isCloseTo(0.8, within(1e-9));
        assertThat(both.coverage().premise().text()).isEmpty();
    }

    @Test
    void ofSecondsNothingIsJudged() throws Exception {
        add("a1", "shop", "a", 6, 0);
        add("c1", "cart", "c", 6, 0);
        assertThat(summary().title()).isEqualTo("2 services, recorded too briefly to judge");
        add("a2", "shop", "a", 60, 0);
        assertThat(summary().title()).isEqualTo("0 of 2 services pay, 1 recorded too briefly to judge");
        add("c2", "cart", "c", 60, 0);
        assertThat(summary().title()).isEqualTo("0 of 2 services pay");
    }

    /** Tables from before, of an earlier version. */
    @Test
    void columnsMayBeMissingBefore() throws Exception {
        add("a1", "shop", "a", 60, 0.2);
        summary();
        Path before = Files.createDirectory(folder.resolve("before"));
        try (Connection connection = DuckDb.connect(); Statement statement = connection.createStatement()) {
            for (String name : List.of("recordings", "findings", "sites")) {
                statement.execute("COPY (SELECT " + (name.equals("recordings") ? "* EXCLUDE (jvm, jvm_started)" : "*") + " FROM '"
                        + folder.resolve(name + ".parquet") + "') TO '" + before.resolve(name + ".parquet") + "'");
            }
        }
        assertThat(summary(Optional.of(before)).rollOuts()).singleElement()
                .satisfies(same -> assertThat(same.changes().get(0).before().instances()).isEqualTo(1));
    }

    @Test
    void noProcessorsAreSavedWhereNoneAreTaken() throws Exception {
        for (String verdict : List.of("paid", "not-paid")) {
            boolean paid = verdict.equals("paid");
            all.add(new Analysed(verdict, "", false, "shop", "1", "a", "", "", "21.0.8+9", 21,
                    START.plusSeconds(paid ? 0 : 60).toString(), 10, 2.0,
                    List.of(new FindingRow("text", verdict, 0.3, 0.2, 0.4, "the bytes allocated", null, paid ? 0.1 : null,
                            paid ? 0.2 : null)),
                    List.of()));
        }
        FleetSummary summary = summary();
        assertThat(summary.services()).singleElement().satisfies(row -> {
            assertThat(row.paying() + " of " + row.recordings()).isEqualTo("1 of 2");
            assertThat(row.share().value()).isCloseTo(0.3, within(1e-9));
            assertThat(row.processors()).isEmpty();
            assertThat(row.saving()).isEmpty();
        });
        assertThat(summary.remedies()).singleElement().satisfies(row -> assertThat(row.saving()).isEmpty());
    }

    @Test
    void tellsWhatHasChanged() throws Exception {
        add("a1", "shop", "a", 10, 0.2);
        add("c1", "cart", "c", 10, 0);
        summary();
        all.clear();
        add("a2", "shop", "a", 10, 0);
        add("c2", "cart", "c", 10, 0.3);
        FleetSummary now = summary();
        assertThat(now.changes())
                .extracting(change -> change.service() + " " + change.remedy() + " " + change.before().get() + " "
                        + change.now().get())
                .containsExactly("cart naming 0.0 0.3", "shop naming 0.2 0.0");
        assertThat(summary().changes()).isEmpty();
    }

    /** Two hosts had the cost, three have it no longer; a service that never paid is not followed. */
    @Test
    void followsARollOut() throws Exception {
        add("a1", "shop", "a", 10, 0.2);
        add("b1", "shop", "b", 10, 0.3);
        add("c1", "cart", "c", 10, 0);
        summary();
        Path before = Files.createDirectory(folder.resolve("before"));
        for (String name : List.of("recordings", "findings", "sites")) {
            Files.copy(folder.resolve(name + ".parquet"), before.resolve(name + ".parquet"));
        }
        assertThat(summary().rollOuts()).singleElement().satisfies(same -> {
            assertThat(same.service()).isEqualTo("shop");
            assertThat(same.changes()).extracting(Change::verdict).containsExactly(Verdict.UNCLEAR, Verdict.UNCLEAR);
        });
        all.clear();
        add("a2", "shop", "a", 10, 0.002);
        add("b2", "shop", "b", 10, 0.004);
        add("d2", "shop", "d", 10, 0.003);
        add("c2", "cart", "c", 10, 0.3);
        summary();
        RollOut shop = summary(Optional.of(before)).rollOuts().get(0);
        assertThat(shop.service()).isEqualTo("shop");
        Change naming = shop.changes().get(0);
        assertThat(naming.verdict()).isEqualTo(Verdict.GONE);
        assertThat(naming.before().instances()).isEqualTo(2);
        assertThat(naming.before().mean()).isCloseTo(0.25, within(1e-9));
        assertThat(naming.before().deviation().get()).isCloseTo(Math.sqrt(0.005), within(1e-9));
        assertThat(naming.now().instances()).isEqualTo(3);
        assertThat(shop.changes().get(1).remedy()).isEmpty();
        assertThat(shop.changes().get(1).before().mean()).isEqualTo(2.0);
        assertThat(summary().rollOuts().get(0).service()).as("compared with the run before").isEqualTo("cart");
    }

    @Test
    void namesMayBeAnything() throws Exception {
        add(EVIL, EVIL, EVIL, 10, 0.2);
        FleetSummary summary = summary();
        assertThat(summary.services()).extracting(ServiceRow::service).containsExactly(EVIL);
    }

    /** Neither as a glob nor as a part of a statement. */
    @Test
    void theFolderMayHaveAnyName() throws Exception {
        for (String similar : List.of("oab{y};\n'\"", "oax{y};\n'\"")) {
            Path other = Files.createDirectory(folder.resolve(similar));
            Files.writeString(other.resolve("previous-findings.parquet"), "no table");
            Files.writeString(other.resolve("findings.parquet"), "no table");
        }
        folder = Files.createDirectory(folder.resolve("o*[bx]{y};\n'\""));
        add("a1", "shop", "a", 60, 0.2);
        summary();
        all.clear();
        add("a2", "shop", "a", 60, 0);
        assertThat(summary().changes()).hasSize(1);
        Path before = Files.createDirectory(folder.resolve("?"));
        for (String name : List.of("recordings", "findings", "sites")) {
            Path part = Files.createDirectory(before.resolve(name + ".parquet")).resolve("part[0]*.parquet");
            Files.copy(folder.resolve("previous-" + name + ".parquet"), part);
        }
        summary();
        assertThat(summary(Optional.of(before)).changes()).hasSize(1);
        try (Tables copied = Tables.ofTables(Files.createDirectory(folder.resolve("copy")), before, Optional.empty())) {
            assertThat(FleetSummary.of(copied).services()).hasSize(1);
        }
    }

    /** Others query the tables, too. */
    @Test
    void theTablesHaveTheseColumns() throws Exception {
        add("a1", "shop", "a", 10, 0.2);
        Path journal = folder.resolve("analysed.ndjson");
        summary();
        try (Tables tables = Tables.ofJournal(folder, journal, Optional.empty())) {
            assertThat(columns(tables, "findings")).containsExactly("recording", "service", "version", "host", "jdk", "feature",
                    "started", "seconds", "used", "remedy", "verdict", "share", "least", "most", "of", "processors",
                    "saved_least", "saved_most");
            assertThat(columns(tables, "sites")).containsExactly("recording", "service", "version", "host", "jdk", "feature",
                    "started",
                    "seconds", "remedy", "method", "line", "part", "processors", "detail");
            assertThat(columns(tables, "recordings")).containsExactly("recording", "error", "service", "version", "host", "jvm",
                    "jvm_started", "jdk", "feature", "started", "seconds", "used");
        }
    }

    private List<String> columns(Tables tables, String name) throws Exception {
        Map<String, Object> row = tables.rows("'" + folder.resolve(name + ".parquet") + "'").get(0);
        return List.copyOf(row.keySet());
    }
}
