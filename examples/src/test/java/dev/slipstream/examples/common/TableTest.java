package dev.slipstream.examples.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Names stand above their values. */
class TableTest {
    @Test
    void columnsAreAsWideAsTheirValues() {
        PrintStream before = System.out;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
        try {
            Table table = new Table(6).column("n/s", "%,9.1f").column("names, % of it", "%16s").column("errors", "%7d").begin();
            table.row("stock", 12_345.67, "", 8L);
        } finally {
            System.setOut(before);
        }
        assertThat(said.toString(StandardCharsets.UTF_8).lines()).containsExactly(
                "             n/s   names, % of it  errors",
                "stock   12,345.7                        8");
    }
}
