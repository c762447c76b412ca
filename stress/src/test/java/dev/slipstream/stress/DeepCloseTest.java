package dev.slipstream.stress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.stress.arenas.DeepClose;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.TestJdk;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A close near the end of the stack leaves nothing locked, busy or lost. */
class DeepCloseTest {
    @ParameterizedTest
    @MethodSource("dev.slipstream.stress.Protocols#jdks")
    void leavesAnArenaThatCanBeClosed(TestJdk jdk) throws IOException, InterruptedException {
        Ended ended = ForkedJvm.on(jdk, System.getProperty("java.class.path")).withAgent("quiet,arenas")
                .with("--add-opens=java.base/jdk.internal.foreign=ALL-UNNAMED").run(DeepClose.class.getName());
        assertThat(ended.out() + ended.err()).as("%s", ended).isEqualTo("closed\n");
    }
}
