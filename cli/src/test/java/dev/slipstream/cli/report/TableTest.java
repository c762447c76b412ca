package dev.slipstream.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {

    private static Table table() {
        Table table = new Table(List.of("name", ">score", "note"));
        table.add(List.of("a", "10.5 s", ""));
        table.add(List.of("longer", "1 s", "x|y"));
        return table;
    }

    @Test
    void alignsColumnsForTerminals() {
        assertThat(table().text()).isEqualTo("""
                name     score  note
                a       10.5 s
                longer     1 s  x|y
                """);
    }

    @Test
    void escapesForMarkdown() {
        assertThat(table().markdown()).isEqualTo("""
                | name | score | note |
                |---|---:|---|
                | a | 10.5 s |  |
                | longer | 1 s | x\\|y |
                """);
    }

    @Test
    void aRowHasACellForEachColumn() {
        assertThat(table().isEmpty()).isFalse();
        assertThatThrownBy(() -> table().add(List.of("a"))).isInstanceOf(IllegalArgumentException.class);
    }
}
