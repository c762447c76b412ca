package dev.slipstream.cli.diagnose.source;

import static dev.slipstream.cli.process.ProcOfTests.OF_USER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.cli.exit.Failure;
import dev.slipstream.cli.process.ProcOfTests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a recording may be written, and what a JVM answers; the packaged jar's tests ask some. */
class FlightTest {
    @TempDir
    private Path proc;

    @Test
    void objectsToAFolderThatIsNoPlaceForARecording() throws Exception {
        ProcOfTests tests = new ProcOfTests(proc);
        tests.jvm(OF_USER);
        Files.createDirectory(proc.resolve("42/fd"));
        Files.createDirectory(proc.resolve("tmp"));
        long uid = (Integer) Files.getAttribute(proc, "unix:uid");
        tests.jvm(OF_USER.replace("1000", Long.toString(uid)));
        assertThat(objection(tests, proc.resolve("tmp"))).isEmpty();
        assertThat(objection(tests, proc.resolve("none")).orElseThrow()).endsWith("none is not a folder");
        assertThat(objection(tests, Path.of("/proc/self")).orElseThrow()).startsWith("it cannot write to");
        Path limits = proc.resolve("42/limits");
        String usual = Files.readString(limits);
        Files.writeString(limits, usual.replace("size             unlimited", "size             1048576  "));
        assertThat(objection(tests, proc.resolve("tmp"))).contains("its limit of a file's size is 1 MB");
        Files.writeString(limits, usual.replace("1024  ", "16  "));
        assertThat(objection(tests, proc.resolve("tmp"))).contains("it has nearly reached its limit of 16 open files");
    }

    private static Optional<String> objection(ProcOfTests tests, Path folder) throws Failure, IOException {
        return new Room(tests.process(), folder.toString()).objection();
    }

    @Test
    void aRuntimeWithoutTheRecorderIsRecognised() {
        assertThat(Flight.isWithoutRecorder("Module jdk.jfr not found.\nFlight Recorder can not be enabled.")).isTrue();
        assertThat(Flight.isWithoutRecorder("No available recordings.\n\nUse jcmd 1 JFR.start to start a recording.")).isFalse();
        assertThat(Flight.isWithoutRecorder("Recording 1: name=theirs (running)")).isFalse();
    }
}
