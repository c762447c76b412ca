package dev.slipstream.cli.diagnose.source;

import static dev.slipstream.cli.process.ProcOfTests.OF_USER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.cli.exit.Failure;
import dev.slipstream.cli.process.ProcOfTests;
import java.io.File;
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

    /** A file system that tells no size: the mount table after a chroot lacks it, or it has no limit. */
    @Test
    void aBoundThatTheSystemDoesNotTellIsACaveat() throws Exception {
        ProcOfTests tests = new ProcOfTests(proc);
        long uid = (Integer) Files.getAttribute(proc, "unix:uid");
        tests.jvm(OF_USER.replace("1000", Long.toString(uid)));
        Room room = new Room(tests.process(), proc.toString(), new File(proc.toString()) {
            private static final long serialVersionUID = 1L;

            @Override
            public long getTotalSpace() {
                return 0;
            }

            @Override
            public long getUsableSpace() {
                return 0;
            }
        });
        assertThat(room.objection()).isEmpty();
        assertThat(room.isScarce()).isFalse();
        assertThat(room.unchecked()).containsExactly("The free space of " + proc + " is unknown, and was not checked.",
                "The number of the JVM's open files is unknown, and was not checked.");
        Files.createDirectory(proc.resolve("42/fd"));
        Room known = new Room(tests.process(), proc.toString());
        assertThat(known.objection()).isEmpty();
        assertThat(known.unchecked()).isEmpty();
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
