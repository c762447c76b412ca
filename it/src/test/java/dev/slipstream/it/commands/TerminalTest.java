package dev.slipstream.it.commands;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.tools.attach.VirtualMachine;
import dev.slipstream.it.common.NeedsRights;
import dev.slipstream.it.common.Programs;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Refusal;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Test of the command line on a real terminal, which {@code script} makes. */
@NeedsRights
class TerminalTest {
    private static final String ESCAPE = "\u001b";

    private static Ended on(String settings, int columns, String arguments) throws IOException, InterruptedException {
        return start(settings, columns, arguments).end();
    }

    private static Running start(String settings, int columns, String arguments) throws IOException {
        String command =
                "stty cols " + columns + "; " + settings + " " + TestJdk.current().java() + " -XX:TieredStopAtLevel=1 -jar "
                        + ForkedJvm.JAR + " " + arguments;
        return Running.start(new ProcessBuilder("script", "-qec", command, "/dev/null"));
    }

    /** Asserts that this machine refuses a terminal; returns whether it does. */
    private static boolean isRefused() throws IOException, InterruptedException {
        Ended ended = Running.start(new ProcessBuilder("script", "-qec", "true", "/dev/null")).end();
        if (ended.exitCode() != 0) {
            Refusal.isTold(ended.out() + ended.err());
        }
        return ended.exitCode() != 0;
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 80})
    void textFitsTheTerminal(int columns) throws Exception {
        if (isRefused()) {
            return;
        }
        Ended help = on("NO_COLOR=1", columns, "diagnose --help");
        assertThat(help.exitCode()).as("%s", help).isZero();
        assertThat(help.out()).as("%s", help).contains("Usage: ").doesNotContain(ESCAPE);
        Ended refused = on("NO_COLOR=1", columns, "diagnose --for soon 1");
        assertThat(refused.exitCode()).as("%s", refused).isEqualTo(2);
        for (Ended ended : new Ended[] {help, refused}) {
            assertThat(ended.out().lines()).as("%s", ended).hasSizeGreaterThan(1)
                    .allMatch(line -> line.strip().length() <= columns || line.contains(".jar"));
        }
    }

    /** Names of methods are left whole. */
    @Test
    void aDryRunFitsTheTerminal() throws Exception {
        if (isRefused()) {
            return;
        }
        try (Running jvm = Programs.on(TestJdk.all().getLast()).start(Programs.CONSOLE)) {
            jvm.ask("threads");
            Ended dry = on("NO_COLOR=1", 60, "attach --dry-run --remedies naming " + jvm.pid());
            assertThat(dry.out()).as("%s", dry).contains("Nothing was changed. ");
            assertThat(dry.out().lines().filter(line -> !line.startsWith(" "))).as("%s", dry)
                    .allMatch(line -> line.strip().length() <= 60);
        }
    }

    /** Another tool keeps the JVM's attach listener busy. */
    @Test
    void aLongWaitForAnAnswerIsNamed() throws Exception {
        if (isRefused()) {
            return;
        }
        try (Running jvm = Programs.on(TestJdk.all().getLast()).start(Programs.CONSOLE)) {
            jvm.ask("threads");
            VirtualMachine.attach(Long.toString(jvm.pid())).detach();
            SocketChannel busy = SocketChannel.open(UnixDomainSocketAddress.of("/tmp/.java_pid" + jvm.pid()));
            try (busy; Running status = start("NO_COLOR=1", 80, "status " + jvm.pid())) {
                status.waitUntil("the wait",
                        () -> status.out().contains("Waiting for process " + jvm.pid() + " to answer, for 20 s at most ..."));
                busy.close();
                assertThat(status.end().out()).contains("does not run Slipstream");
            }
        }
    }

    @Test
    void aDumbTerminalGetsNoColours() throws Exception {
        if (isRefused()) {
            return;
        }
        assertThat(on("TERM=xterm", 80, "--help").out()).contains(ESCAPE);
        assertThat(on("TERM=dumb", 80, "--help").out()).contains("Usage: ").doesNotContain(ESCAPE);
    }
}
