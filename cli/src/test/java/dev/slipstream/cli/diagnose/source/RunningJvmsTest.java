package dev.slipstream.cli.diagnose.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.cli.ExitCodes;
import dev.slipstream.cli.Failure;
import dev.slipstream.cli.diagnose.source.RunningJvms.Running;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunningJvmsTest {
    private static final List<Running> ALL = List.of(new Running(11, "org.example.Shop --port 80"),
            new Running(12, "/opt/lib/app.jar run"), new Running(13, "org.example.Batch"), new Running(14, "com.example.Batch x"),
            new Running(15, ""));

    @Test
    void findsByMainClassOrJar() throws Failure {
        assertThat(RunningJvms.find("org.example.Shop", ALL)).isEqualTo(11);
        assertThat(RunningJvms.find("Shop", ALL)).isEqualTo(11);
        assertThat(RunningJvms.find("app.jar", ALL)).isEqualTo(12);
        assertThat(RunningJvms.find("/opt/lib/app.jar", ALL)).isEqualTo(12);
        assertThat(RunningJvms.find("com.example.Batch", ALL)).isEqualTo(14);
    }

    @Test
    void listsWhatThereIs() {
        assertThatThrownBy(() -> RunningJvms.find("Shop2", ALL)).hasMessage("there is no JVM that runs Shop2, and no file of that"
                + " name; there is 11 org.example.Shop, 12 app.jar, 13 org.example.Batch, 14 com.example.Batch, 15")
                .extracting(failure -> ((Failure) failure).exitCode()).isEqualTo(ExitCodes.NOTHING_DONE);
        assertThatThrownBy(() -> RunningJvms.find("x", List.of())).hasMessageEndingWith("; no JVM runs that we may look at");
    }

    @Test
    void doesNotGuess() {
        assertThatThrownBy(() -> RunningJvms.find("Batch", ALL))
                .hasMessage("2 JVMs run Batch; name one by its number: 13 org.example.Batch, 14 com.example.Batch")
                .extracting(failure -> ((Failure) failure).exitCode()).isEqualTo(ExitCodes.BAD_USAGE);
    }
}
