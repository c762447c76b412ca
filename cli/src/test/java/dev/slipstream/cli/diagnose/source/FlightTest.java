package dev.slipstream.cli.diagnose.source;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a JVM answers; the packaged jar's tests ask some. */
class FlightTest {
    @Test
    void aRuntimeWithoutTheRecorderIsRecognised() {
        assertThat(Flight.isWithoutRecorder("Module jdk.jfr not found.\nFlight Recorder can not be enabled.")).isTrue();
        assertThat(Flight.isWithoutRecorder("No available recordings.\n\nUse jcmd 1 JFR.start to start a recording.")).isFalse();
        assertThat(Flight.isWithoutRecorder("Recording 1: name=theirs (running)")).isFalse();
    }
}
