package dev.slipstream.it.common;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Running;
import java.nio.file.Path;

/** Applications of the examples that have a class path of their own. */
public final class Applications {
    private Applications() {}

    /** Builds an application, if it is not there, and returns its folder. */
    public static Path home(String name) throws Exception {
        Ended ended = Running.start(new ProcessBuilder(ForkedJvm.ROOT.resolve("tools/applications").toString(), name)).end();
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        return Path.of(ended.out().strip());
    }
}
