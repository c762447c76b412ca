package dev.slipstream.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.slipstream.cli.StatusText.Look;
import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatusTest {
    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

    private static Status status(String... pairs) {
        Properties properties = new Properties();
        properties.setProperty("dev.slipstream.build", "0.1.0 0123456789abcdef");
        for (int i = 0; i < pairs.length; i += 2) {
            properties.setProperty("dev.slipstream." + pairs[i], pairs[i + 1]);
        }
        properties.setProperty("sun.java.command", "org.example.Shop --port 80");
        return new Status(4711, properties);
    }

    private static String text(Status status, Look before, boolean all) {
        return StatusText.of(status, before, NOW, ZoneOffset.UTC, all);
    }

    private static Status active(String... more) {
        String since = Long.toString(NOW.minus(Duration.ofMinutes(12)).toEpochMilli());
        return status(Stream.concat(Stream.of("jdk", "21.0.8+9-LTS", "arenas.state", "off", "naming.state", "active",
                "naming.change",
                "installed", "naming.since", since, "naming.option.interval", "10", "naming.counter.renames", "7200",
                "naming.counter.same",
                "0", "naming.counter.files", "4", "naming.rewrittenAgain", "1", "pinning.state", "active", "pinning.since", since,
                "pinning.site.a.B.c", "3", "pinning.site.a.B.d", "1200", "priority.state", "failed: no right, undone",
                "text.state",
                "unneeded (none)"), Stream.of(more)).toArray(String[]::new));
    }

    @Test
    void tellsAllToTheLetter() {
        assertThat(text(active(), null, false)).isEqualTo("""
                org.example.Shop, process 4711, JDK 21.0.8+9-LTS: 2 of 5 active: naming, pinning
                naming: active, installed
                  since 2026-11-21 11:48:00, for 12 min
                  undone by another agent, and rewritten again: 1
                  option interval=10
                  7,200  10.0/s  renames to another name
                      4          threads whose name file is open; published mode only
                pinning: active
                  since 2026-11-21 11:48:00, for 12 min
                  where, in samples (a method in which virtual threads were seen pinned, and why):
                  1,200  a.B.d
                      3  a.B.c
                priority: failed: no right, undone
                text: unneeded (none)
                arenas: off
                """);
        assertThat(text(active(), null, true))
                .contains("      0     0/s  skipped renames to the same name; not in immediate mode\n");
        assertThat(text(status("naming.state", "off"), null, false))
                .startsWith("org.example.Shop, process 4711: none of 1 active\n");
    }

    @Test
    void aRateIsSinceTheLookBefore() {
        Look before = new Look(active("naming.counter.renames", "7100"), NOW.minusSeconds(2));
        assertThat(text(active(), before, false)).contains("  50.0/s  renames to another name\n");
        assertThat(text(active("naming.counter.renames", "7100"), before, false)).contains("  0/s  renames to another name\n");
        Look installedSince = new Look(active("naming.since", "0"), NOW.minusSeconds(2));
        assertThat(text(active(), installedSince, false)).contains("  10.0/s  renames to another name\n");
        assertThat(text(active("naming.counter.renames", "1"), null, false)).contains("1  5.00/h  renames to another name\n");
    }

    /** An agent of another build may count what this one does not know. */
    @Test
    void anUnknownCounterKeepsItsName() {
        assertThat(text(active("naming.counter.newOnes", "5", "other.state", "active", "other.counter.x", "1"), null, false))
                .contains("      5          newOnes\n", "other: active\n  1  x\n");
    }

    @Test
    void scriptsGetJson() {
        JsonObject json = JsonParser.parseString(StatusJson.of(active())).getAsJsonObject();
        assertThat(json.get("name").getAsString()).isEqualTo("org.example.Shop");
        assertThat(json.get("pid").getAsLong()).isEqualTo(4711);
        assertThat(json.get("active").toString()).isEqualTo("[\"naming\",\"pinning\"]");
        JsonObject naming = json.getAsJsonObject("remedies").getAsJsonObject("naming");
        assertThat(naming.toString()).isEqualTo("{\"state\":\"active\",\"reason\":\"\",\"since\":\"2026-11-21T11:48:00Z\","
                + "\"options\":{\"interval\":\"10\"},\"counters\":{\"files\":4,\"renames\":7200,\"same\":0},\"sites\":{}}");
        JsonObject priority = json.getAsJsonObject("remedies").getAsJsonObject("priority");
        assertThat(priority.get("state").getAsString()).isEqualTo("failed");
        assertThat(priority.get("reason").getAsString()).isEqualTo("no right, undone");
        assertThat(json.getAsJsonObject("remedies").getAsJsonObject("text").get("reason").getAsString()).isEqualTo("none");
    }

    /** The target may have any name for a method. */
    @Test
    void isNoCommandToATerminal() {
        assertThat(text(status("pinning.state", "failed: \u001b]0;x\u0007", "pinning.site.a\u001b[2J", "3"), null, false))
                .isEqualTo(
                        "org.example.Shop, process 4711: none of 1 active\npinning: failed: ?]0;x?\n  where, in samples (a method in which virtual threads were seen pinned, and why):\n  3  a?[2J\n");
        assertThat(Failure.describe(new Failure(1, "a\u009bb\r"))).isEqualTo("a?b?");
    }

    @ParameterizedTest
    @CsvSource({"-5, 0 s", "90, 90 s", "600, 10 min", "9000, 2 h", "900000, 10 days"})
    void tellsForHowLong(long seconds, String text) {
        assertThat(StatusText.words(Duration.ofSeconds(seconds))).isEqualTo(text);
    }

    @Test
    void isContentWithWhatIsActiveOrUnneeded() {
        Status status = status("naming.state", "active (skips)", "naming.asked", "true", "pinning.state", "unneeded (none)",
                "pinning.asked", "true", "buffering.state", "declined: only on Linux");
        assertThatCode(status::check).doesNotThrowAnyException();
        assertThat(status.asked()).containsExactly("naming");
    }

    @Test
    void endsWithWhatWasAskedForAndIsMissing() {
        Failure failure = catchThrowableOfType(Failure.class, status("naming.state", "active", "naming.asked", "true",
                "naming.refused", "naming.interval=x is no number", "priority.state", "declined: only on Linux", "priority.asked",
                "true")::check);
        assertThat(failure.exitCode()).isEqualTo(ExitCodes.NOTHING_DONE);
        assertThat(failure)
                .hasMessage("not all of the request was carried out: naming is unchanged: naming.interval=x is no number; "
                        + "priority declined: only on Linux");
    }

    @Test
    void endsWithWhatADetachCouldNotUndo() {
        Failure failure =
                catchThrowableOfType(Failure.class, status("arenas.state", "stuck: out of memory", "naming.state", "off")::check);
        assertThat(failure.exitCode()).isEqualTo(ExitCodes.NOTHING_DONE);
        assertThat(failure).hasMessage("not all of the request was carried out: arenas stuck: out of memory");
    }

    @Test
    void namesASharedCauseOnce() {
        Failure failure = catchThrowableOfType(Failure.class, status("naming.state", "failed: no room", "naming.asked", "true",
                "arenas.state", "failed: no room", "arenas.asked", "true", "text.state", "active", "text.asked", "true")::check);
        assertThat(failure).hasMessage("not all of the request was carried out: arenas, naming failed: no room");
    }

    @Test
    void endsWhereNothingWasDone() {
        Failure failure = catchThrowableOfType(Failure.class,
                status("naming.state", "off", "refused", "'namign' is not known")::check);
        assertThat(failure.exitCode()).isEqualTo(ExitCodes.BAD_USAGE);
        assertThat(failure).hasMessage("nothing was changed: 'namign' is not known");
        assertThat(catchThrowableOfType(Failure.class, status()::check)).hasMessageContaining("could not start in that JVM");
    }

    @Test
    void tellsOfAnotherBuild() {
        assertThat(status().otherBuild("0.1.0 0123456789abcdef")).isNull();
        assertThat(status().otherBuild("0.2.0 fedcba9876543210"))
                .isEqualTo(
                        "this JVM has loaded agent build 0.1.0 01234567 and keeps it until it exits; the answer is from that build, "
                                + "not from 0.2.0 fedcba98");
    }
}
