package dev.slipstream.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Properties;
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
        return new Status(properties);
    }

    @Test
    void tellsAllToTheLetter() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        status("naming.state", "active", "naming.change", "installed", "naming.since",
                Long.toString(NOW.minus(Duration.ofMinutes(12)).toEpochMilli()), "naming.option.interval", "10",
                "naming.counter.renames", "4", "naming.counter.same", "0", "naming.rewrittenAgain", "1", "text.state", "off", "pinning.state", "active", "pinning.site.a.B.c", "3")
                .print(new PrintStream(out, true, StandardCharsets.UTF_8), NOW, ZoneOffset.UTC, false);
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("""
                naming: active, installed
                  since 2026-11-21 11:48:00, for 12 min
                  undone by another agent, and rewritten again: 1
                  option interval=10
                  renames 4
                pinning: active
                  a.B.c, samples 3
                text: off
                """);
    }

    /** The target may have any name for a method. */
    @Test
    void isNoCommandToATerminal() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        status("pinning.state", "failed: \u001b]0;x\u0007", "pinning.site.a\u001b[2J", "3\n4")
                .print(new PrintStream(out, true, StandardCharsets.UTF_8), NOW, ZoneOffset.UTC, false);
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("pinning: failed: ?]0;x?\n  a?[2J, samples 3?4\n");
        assertThat(Failure.describe(new Failure(1, "a\u009bb\r"))).isEqualTo("a?b?");
    }

    @ParameterizedTest
    @CsvSource({"-5, 0 s", "90, 90 s", "600, 10 min", "9000, 2 h", "900000, 10 days"})
    void tellsForHowLong(long seconds, String text) {
        assertThat(Status.words(Duration.ofSeconds(seconds))).isEqualTo(text);
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
        assertThat(failure).hasMessage("not all of the request was carried out: naming is unchanged: naming.interval=x is no number; "
                + "priority declined: only on Linux");
    }

    @Test
    void endsWithWhatADetachCouldNotUndo() {
        Failure failure = catchThrowableOfType(Failure.class, status("arenas.state", "stuck: out of memory", "naming.state", "off")::check);
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
                .isEqualTo("this JVM has loaded agent build 0.1.0 01234567 and keeps it until it exits; the answer is from that build, "
                + "not from 0.2.0 fedcba98");
    }
}
