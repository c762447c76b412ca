package dev.slipstream.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {

    private static Table table() {
        Table table = new Table(List.of("name", ">score", "note"));
        table.add(List.of("a", "10.5 s ", ""));
        table.add(List.of("longer", "1 ms", "x|y"));
        return table;
    }

    @Test
    void alignsColumnsForTerminals() {
        assertThat(table().text()).isEqualTo("""
                name      score  note
                a       10.5 s
                longer     1 ms  x|y
                """);
    }

    @Test
    void escapesForMarkdown() {
        assertThat(table().markdown()).isEqualTo("""
                | name | score | note |
                |---|---:|---|
                | a | 10.5 s |  |
                | longer | 1 ms | x\\|y |
                """);
        assertThat(Table.escaped("\\| <b> *a* `c` [d] &lt;")).isEqualTo("\\\\\\| \\<b> \\*a\\* \\`c\\` \\[d] \\&lt;");
    }

    @Test
    void aCellIsOneLine() {
        Table table = new Table(List.of("a\nb"));
        table.add(List.of("c\r\n\u001b[1md\u2028\u009b\u202ee"));
        assertThat(table.text()).isEqualTo("a b\nc [1md e\n");
    }

    @Test
    void aTableThatIsTooWideBreaksTitlesAndLongCells() {
        String words = "five words that go on ".repeat(4).strip();
        Table table = new Table(List.of("", words, ">slipstream 21", ">stock 21", "published"));
        table.add(List.of("a1", words, "1 s", "2 s", "34.133 s (21.0.6), 0.64 s (24)"));
        table.add(List.of("a2", "short", "1 s", "2 s", ""));
        assertThat(table.text()).isEqualTo("""
                    five words that go on five words that go on five words that go on  slipstream  stock
                    five words that go on                                                      21     21  published
                a1  five words that go on five words that go on five words that go on         1 s    2 s  34.133 s (21.0.6), 0.64 s (24)
                    five words that go on
                a2  short                                                                     1 s    2 s
                """);
    }

    @Test
    void heldSpacesAreBrokenLast() {
        Table table = new Table(List.of("a"));
        table.add(List.of(("x".repeat(10) + Table.HELD + "y").repeat(5) + " " + "z".repeat(69)));
        table.add(List.of(("x".repeat(10) + Table.HELD).repeat(11)));
        assertThat(table.text()).isEqualTo("a\n" + "xxxxxxxxxx y".repeat(5) + "\n" + "z".repeat(69) + "\n"
                + "xxxxxxxxxx ".repeat(10) + "xxxxxxxxxx\n");
        assertThat(table.markdown()).doesNotContain(String.valueOf(Table.HELD));
    }

    @Test
    void aWordIsCutWhereNothingElseHelps() {
        Table table = new Table(List.of("a"));
        table.add(List.of("x".repeat(130)));
        assertThat(table.text()).isEqualTo("a\n" + "x".repeat(120) + "\n" + "x".repeat(10) + "\n");
    }

    @Test
    void aRowHasACellForEachColumn() {
        assertThat(table().isEmpty()).isFalse();
        assertThatThrownBy(() -> table().add(List.of("a"))).isInstanceOf(IllegalArgumentException.class);
    }
}
