package dev.slipstream.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.testkit.Api;
import dev.slipstream.testkit.ForkedJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The file {@code api.txt} lists what programs can call, so that no change of it goes unnoticed. */
class ApiTest {
    private static final Path MODULE = ForkedJvm.ROOT.resolve("diagnose");

    /** Leaves the list that is right in the folder {@code target}. */
    @Test
    void isListed() throws Exception {
        String api =
                new Api(MODULE.resolve("target/classes"), ApiTest.class.getClassLoader()).describe("dev.slipstream.diagnose.");
        Files.writeString(MODULE.resolve("target/api.txt"), api);
        assertThat(api).as("diagnose/target/api.txt").isEqualTo(Files.readString(MODULE.resolve("api.txt")));
    }
}
