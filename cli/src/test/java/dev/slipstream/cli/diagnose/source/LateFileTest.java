package dev.slipstream.cli.diagnose.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.cli.process.JvmProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A JVM may write on after the diagnosis has stopped to wait for its list. */
@Timeout(30)
class LateFileTest {
    private static final int MOST = 1_000;

    @TempDir
    private Path folder;

    private static void await(Callable<Boolean> condition) throws Exception {
        while (!condition.call()) {
            Thread.sleep(5);
        }
    }

    @Test
    void isKeptSmallAndThenDeleted() throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        Path file = folder.resolve("list.json");
        JvmProcess self = JvmProcess.of(ProcessHandle.current().pid(), "");
        new LateFile(self, folder.toString(), "list.json", done::get, MOST).start();
        Files.write(file, new byte[10 * MOST]);
        await(() -> Files.size(file) == 0);
        Files.write(file, new byte[MOST]);
        done.set(true);
        await(() -> Files.notExists(file));
        assertThat(folder).isEmptyDirectory();
    }
}
