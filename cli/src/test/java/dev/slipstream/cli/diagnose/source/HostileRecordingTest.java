package dev.slipstream.cli.diagnose.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.cli.diagnose.output.DiagnosisText;
import dev.slipstream.cli.report.page.DiagnosisPage;
import dev.slipstream.cli.terminal.Screen;
import dev.slipstream.diagnose.recording.Recordings;
import dev.slipstream.diagnose.recording.UnreadableRecording;
import dev.slipstream.diagnose.result.Diagnosis;
import dev.slipstream.diagnose.result.DiagnosisJson;
import dev.slipstream.testkit.SmallRecording;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recordings that were damaged in transit, or made to do harm, in a JVM with little memory. */
class HostileRecordingTest {
    private static final int TIMES = 400;
    private static final long SEED = 20_261_121;
    private static final long DEADLINE_SECONDS = 300;

    @TempDir
    private Path folder;

    @Test
    void endsInOneLineInBoundedTime() throws Exception {
        Path recording = SmallRecording.make(folder.resolve("whole.jfr"));
        Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m",
                "-cp", System.getProperty("java.class.path"), Damage.class.getName(), recording.toString(), folder.toString(),
                Long.toString(SEED), Integer.toString(TIMES)).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
        assertThat(said).matches("\\{read=\\d+, refused=\\d+}\n");
    }

    /**
     * Damages a recording in many ways and diagnoses it, in a JVM with little memory; prints how each ended that was not in order.
     */
    static final class Damage {
        private static final int HEADER = 68;
        private static final long MOST_MILLIS = 40_000;

        private Damage() {}

        /** Arguments: the recording, a folder, a seed, how many times. */
        public static void main(String[] args) throws Exception {
            byte[] whole = Files.readAllBytes(Path.of(args[0]));
            Random random = new Random(Long.parseLong(args[2]));
            Map<String, Integer> endings = new TreeMap<>();
            for (int i = 0; i < Integer.parseInt(args[3]); i++) {
                byte[] damaged = damage(whole, random);
                Path file = Files.write(Path.of(args[1], "damaged.jfr"), damaged);
                long begin = System.nanoTime();
                String ending;
                try {
                    List<Diagnosis> found = Recordings.diagnose(List.of(file), events -> {});
                    found.forEach(each -> DiagnosisText.of(each, Screen.NONE));
                    DiagnosisJson.of(found, "");
                    DiagnosisPage.of(found, "", "");
                    ending = "read";
                } catch (UnreadableRecording refused) {
                    ending = "refused";
                    if (refused.getMessage().lines().count() != 1 || !refused.getMessage().startsWith(file.toString())) {
                        System.out.println("BAD " + i + ": " + refused.getMessage());
                    }
                }
                endings.merge(ending, 1, Integer::sum);
                if (System.nanoTime() - begin > MOST_MILLIS * 1_000_000) {
                    System.out.println("SLOW " + i);
                }
            }
            System.out.println(endings);
            System.out.flush();
            // Readers that never end are left behind.
            Runtime.getRuntime().halt(0);
        }

        private static byte[] damage(byte[] whole, Random random) {
            byte[] copy = whole.clone();
            // One in four in the header, where it does most.
            int at = random.nextInt(random.nextInt(4) == 0 ? HEADER : copy.length);
            switch (random.nextInt(6)) {
                case 0, 1 -> copy[at] ^= (byte) (1 << random.nextInt(8));
                case 2 -> copy[at] = (byte) random.nextInt();
                case 3 -> Arrays.fill(copy, at, Math.min(copy.length, at + 1 + random.nextInt(8)), (byte) -1);
                case 4 -> {
                    return Arrays.copyOf(copy, at);
                }
                default -> {
                    byte[] noise = new byte[1 + random.nextInt(64)];
                    random.nextBytes(noise);
                    ByteBuffer.wrap(copy).position(Math.min(at, copy.length - noise.length)).put(noise);
                }
            }
            return copy;
        }
    }
}
