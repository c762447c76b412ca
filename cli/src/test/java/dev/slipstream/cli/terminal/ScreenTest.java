package dev.slipstream.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScreenTest {
    private static final Screen NARROW = new Screen(20, false);

    @Test
    void breaksAtWords() {
        assertThat(NARROW.fit("short\n  a line of words that go on\n\n"))
                .isEqualTo("short\n  a line of words\n    that go on\n\n");
        assertThat(NARROW.fit("exactly twenty chars")).isEqualTo("exactly twenty chars");
    }

    @Test
    void leavesNamesAndCommandsWhole() {
        assertThat(NARROW.fit("at org.example.VeryLongName.read:12 it waits"))
                .isEqualTo("at\n  org.example.VeryLongName.read:12\n  it waits");
        assertThat(NARROW.fit("apply: " + Screen.whole("slipstream attach 1 --remedies text") + " # now"))
                .isEqualTo("apply:\n  slipstream attach 1 --remedies text\n  # now");
    }

    @Test
    void keepsColumnsAndIgnoresStyles() {
        assertThat(NARROW.fit("a  1   x  words that go")).isEqualTo("a  1   x  words that\n  go");
        assertThat(NARROW.fit("\u001b[1mexactly twenty chars\u001b[0m")).doesNotContain("\n");
    }

    /** Scripts read lines. */
    @Test
    void aPipeGetsWholeLines() {
        String line = "word ".repeat(60) + Screen.whole("a b") + "\n";
        assertThat(Screen.NONE.fit(line)).isEqualTo("word ".repeat(60) + "a b\n");
    }
}
