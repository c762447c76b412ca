package dev.slipstream.it.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.Programs;
import dev.slipstream.it.common.Tool;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Test that a command which repeats its output ends when its reader has gone, as {@code head} goes. */
class ClosedPipeTest {
    @Test
    void watchingEndsWithItsReader() throws Exception {
        TestJdk jdk = TestJdk.all().getLast();
        try (Running jvm = Programs.on(jdk).withAgent("naming,quiet").start(Programs.CONSOLE)) {
            jvm.ask("threads");
            String pid = Long.toString(jvm.pid());
            List<Running> all =
                    Stream.of(List.of("ps"), List.of("status", pid), List.of("diagnose", pid)).map(ClosedPipeTest::read).toList();
            for (Running each : all) {
                Ended ended = each.end();
                assertThat(ended.out()).as("%s", ended).endsWith("\n0\n");
            }
        }
    }

    /** Starts a command whose reader takes a line; the shell prints the exit code. */
    private static Running read(List<String> command) {
        try {
            return Running.start(new ProcessBuilder("bash", "-c", Tool.typed(TestJdk.current(), String.join(" ", command))
                    + " --watch | head -1;"
                    + " echo ${PIPESTATUS[0]}"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
