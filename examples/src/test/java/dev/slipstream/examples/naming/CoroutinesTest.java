package dev.slipstream.examples.naming;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** All coroutines end. Tests do not check speed. */
@Timeout(60)
class CoroutinesTest {
    @Test
    void saysWhatACoroutineTook() throws InterruptedException {
        PrintStream before = System.out;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
        try {
            Coroutines.main(new String[] {"1000"});
        } finally {
            System.setOut(before);
        }
        assertThat(Double.parseDouble(said.toString(StandardCharsets.UTF_8).strip())).isPositive();
    }
}
