package dev.slipstream.diagnose.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.diagnose.recording.Recordings;
import dev.slipstream.diagnose.result.Diagnosis;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThreadCpuUsageTest {
    private static final int SECONDS = 9;

    @TempDir
    private Path folder;

    /** Two threads that are busy from the start of the JVM to its end, and are reported every four seconds. */
    public static final class Busy {
        private Busy() {}

        public static void main(String[] arguments) throws Exception {
            long end = System.nanoTime() + SECONDS * 1_000_000_000L;
            Runnable busy = () -> {
                while (System.nanoTime() - end < 0) {
                    Thread.onSpinWait();
                }
            };
            Thread other = new Thread(busy);
            other.start();
            busy.run();
            other.join();
            System.out
                    .print(ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class).getProcessCpuTime()
                            / 1e6 / ManagementFactory.getRuntimeMXBean().getUptime());
        }
    }

    @Test
    void aRecordingOfAWholeLifeCountsThreadsFromTheirStart() throws Exception {
        Path settings = Files.writeString(folder.resolve("settings.jfc"), """
                <configuration version="2.0">
                  <event name="jdk.ThreadCPULoad"><setting name="enabled">true</setting><setting name="period">4 s</setting></event>
                  <event name="jdk.ThreadStart"><setting name="enabled">true</setting></event>
                  <event name="jdk.ExecutionSample"><setting name="enabled">true</setting><setting name="period">20 ms</setting></event>
                  <event name="jdk.CPUInformation"><setting name="enabled">true</setting></event>
                  <event name="jdk.JVMInformation"><setting name="enabled">true</setting><setting name="period">beginChunk</setting></event>
                  <event name="jdk.ActiveSetting"><setting name="enabled">true</setting></event>
                </configuration>
                """);
        Path file = folder.resolve("whole.jfr");
        Path out = folder.resolve("out");
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xlog:jfr+startup=error", "-XX:StartFlightRecording:settings=" + settings + ",filename=" + file,
                "-cp", System.getProperty("java.class.path"), Busy.class.getName()).redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        assertThat(process.waitFor()).as(Files.readString(out)).isZero();
        Diagnosis diagnosis = Recordings.diagnose(List.of(file), events -> {}).get(0);
        assertThat(diagnosis.processors()).as("%s", diagnosis).isCloseTo(Double.parseDouble(Files.readString(out)),
                Percentage.withPercentage(20));
    }
}
