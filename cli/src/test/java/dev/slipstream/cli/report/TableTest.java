package dev.slipstream.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.cli.report.Table.Cell;
import dev.slipstream.cli.report.Table.Piece;
import dev.slipstream.cli.report.Table.Score;
import dev.slipstream.cli.terminal.Screen;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {

    private static Table table() {
        Table table = new Table(List.of("name", ">score", "note"));
        table.addCells("", List.of(Cell.of("a"), new Score("10.5", "s", ""), Cell.of("")));
        table.addCells("", List.of(Cell.of("longer"), new Score("1", "ms", ""), Cell.of("x|y")));
        return table;
    }

    @Test
    void alignsColumnsForTerminals() {
        assertThat(TextTable.of(table(), Screen.NONE)).isEqualTo("""
                name      score  note
                a       10.5 s
                longer     1 ms  x|y
                """);
    }

    @Test
    void escapesForMarkdown() {
        assertThat(TextTable.markdown(table())).isEqualTo("""
                | name | score | note |
                |---|---:|---|
                | a | 10.5 s |  |
                | longer | 1 ms | x\\|y |
                """);
        assertThat(TextTable.escaped("\\| <b> *a* `c` [d] &lt;")).isEqualTo("\\\\\\| \\<b> \\*a\\* \\`c\\` \\[d] \\&lt;");
    }

    @Test
    void numbersHaveAColumnAndGroupsNoTitle() {
        Table table = new Table(List.of("claim", ">score", "verdict"), 0);
        table.group("a1", "a title");
        table.addCells("", List.of(Cell.of("one"), new Score("1", "s", "2 failed"),
                Cell.of(new Piece("✓", "holds", "verdict holds"), Piece.of("of 3 runs", Piece.DETAIL))));
        table.group("b", "another");
        table.addCells("own", List.of(Cell.of("two"), Cell.NOT_MEASURED, Cell.of("")));
        assertThat(TextTable.of(table, Screen.NONE)).isEqualTo("""
                     claim           score  verdict
                a1   one    (2 failed) 1 s  holds
                own  two      not measured
                """);
        assertThat(TextTable.markdown(table)).isEqualTo("""
                |  | claim | score | verdict |
                |---|---|---:|---|
                | a1 | one | (2 failed) 1 s | holds |
                | own | two | not measured |  |
                """);
    }

    @Test
    void aCellIsOneLine() {
        Table table = new Table(List.of("a\nb"));
        table.add(List.of("c\r\n\u001b[1md\u2028\u009b\u202ee"));
        assertThat(TextTable.of(table, Screen.NONE)).isEqualTo("a b\nc [1md e\n");
    }

    @Test
    void aTableThatIsTooWideBreaksTitlesAndLongCells() {
        String words = "five words that go on ".repeat(4).strip();
        Table table = new Table(List.of("", words, ">slipstream 21", ">stock 21", "published"));
        table.add(List.of("a1", words, "1 s", "2 s", "34.133 s (21.0.6), 0.64 s (24)"));
        table.add(List.of("a2", "short", "1 s", "2 s", ""));
        assertThat(TextTable.of(table, Screen.NONE)).isEqualTo("""
                    five words that go on five words that go on five words that go on  slipstream  stock
                    five words that go on                                                      21     21  published
                a1  five words that go on five words that go on five words that go on         1 s    2 s  34.133 s (21.0.6), 0.64 s (24)
                    five words that go on
                a2  short                                                                     1 s    2 s
                """);
    }

    @Test
    void aTableOfTooManyColumnsComesInBlocks() {
        List<String> header = new ArrayList<>(List.of("", "median of the forks"));
        List<String> cells = new ArrayList<>(List.of("b1", "the same name, 15 characters"));
        List<String> few = new ArrayList<>(List.of("e1", "another"));
        for (int jdk : new int[] {17, 21, 25, 28}) {
            for (String kind : new String[] {"stock", "slipstream", "floor"}) {
                header.add(">" + kind + " " + jdk + (jdk == 21 && kind.equals("floor") ? " (again)" : ""));
                cells.add("12.34 us");
                few.add(jdk == 21 ? "7 us" : "");
            }
        }
        Table table = new Table(header, 2);
        table.add(cells);
        table.add(few);
        assertThat(TextTable.of(table, Screen.NONE)).isEqualTo("""
                                                    slipstream                      slipstream  floor 21            slipstream
                    median of the forks   stock 17          17  floor 17  stock 21          21   (again)  stock 25          25  floor 25
                b1  the same name, 15     12.34 us    12.34 us  12.34 us  12.34 us    12.34 us  12.34 us  12.34 us    12.34 us  12.34 us
                    characters
                e1  another                                                   7 us        7 us      7 us

                    median of the forks           stock 28  slipstream 28  floor 28
                b1  the same name, 15 characters  12.34 us       12.34 us  12.34 us
                """);
        assertThat(TextTable.of(table, Screen.NONE).lines()).allMatch(line -> line.length() <= 120);
    }

    @Test
    void aNarrowTerminalBreaksAtWordsAndAtTheJointsOfPaths() {
        Table table = new Table(List.of(">JDK", "used", "version", "home"));
        table.add(List.of("21", "yes", "21.0.8+9-LTS", "/usr/lib/jvm/temurin-21-jdk-amd64/with a space"));
        assertThat(TextTable.of(table, new Screen(60, false))).isEqualTo("""
                JDK  used  version       home
                 21  yes   21.0.8+9-LTS  /usr/lib/jvm/temurin-21-jdk-amd64/
                                         with a space
                """);
        assertThat(TextTable.of(table, new Screen(30, false))).isEqualTo("""
                JDK  used  version
                 21  yes   21.0.8+9-LTS

                JDK  home
                 21  /usr/lib/jvm/temurin-21-
                     jdk-amd64/with a space
                """);
        assertThat(TextTable.of(table, new Screen(500, false))).isEqualTo(TextTable.of(table, Screen.NONE));
    }

    /** Three of a kind stay together only if a block has room for them. */
    @Test
    void aBlockHasOneColumnAtLeast() {
        Table table = new Table(List.of("key", ">a x", ">b x", ">c"));
        table.add(List.of("k", "1".repeat(80), "2".repeat(80), "3".repeat(130)));
        assertThat(TextTable.of(table, Screen.NONE)).isEqualTo("key" + " ".repeat(79) + "a x\nk    " + "1".repeat(80) + "\n\n"
                + "key" + " ".repeat(79) + "b x\nk    " + "2".repeat(80) + "\n\n"
                + "key" + " ".repeat(131) + "c\nk    " + "3".repeat(130) + "\n");
    }

    @Test
    void heldSpacesAreBrokenLast() {
        Table table = new Table(List.of("a"));
        table.add(List.of(("x".repeat(10) + Table.HELD + "y").repeat(5) + " " + "z".repeat(69)));
        table.add(List.of(("x".repeat(10) + Table.HELD).repeat(11)));
        assertThat(TextTable.of(table, Screen.NONE)).isEqualTo("a\n" + "xxxxxxxxxx y".repeat(5) + "\n" + "z".repeat(69) + "\n"
                + "xxxxxxxxxx ".repeat(10) + "xxxxxxxxxx\n");
        assertThat(TextTable.markdown(table)).doesNotContain(String.valueOf(Table.HELD));
    }

    @Test
    void aWordIsCutWhereNothingElseHelps() {
        Table table = new Table(List.of("a"));
        table.add(List.of("x".repeat(130)));
        assertThat(TextTable.of(table, Screen.NONE)).isEqualTo("a\n" + "x".repeat(120) + "\n" + "x".repeat(10) + "\n");
    }

    @Test
    void aRowHasACellForEachColumn() {
        assertThat(table().isEmpty()).isFalse();
        assertThatThrownBy(() -> table().add(List.of("a"))).isInstanceOf(IllegalArgumentException.class);
    }
}
