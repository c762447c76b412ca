package dev.slipstream.diagnose;

import dev.slipstream.testkit.Api;
import org.junit.jupiter.api.Test;

/** The file {@code api.txt} lists what programs can call, so that no change of it goes unnoticed. */
class ApiTest {
    @Test
    void isListed() throws Exception {
        new Api("diagnose", ApiTest.class).isListed("dev.slipstream.diagnose.");
    }
}
