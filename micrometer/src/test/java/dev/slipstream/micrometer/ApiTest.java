package dev.slipstream.micrometer;

import dev.slipstream.testkit.Api;
import org.junit.jupiter.api.Test;

/** The file {@code api.txt} lists what applications can call, so that no change of it goes unnoticed. */
class ApiTest {
    @Test
    void isListed() throws Exception {
        new Api("micrometer", ApiTest.class).isListed("dev.slipstream.micrometer.");
    }
}
