package dev.slipstream.examples.live;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LiveExampleTest {
    private static final String SAID =
            """
            pinning: paid
              applied by ./slipstream attach in words, which is none

            Next:
              ./slipstream attach --remedies pinning 7   applies it, without a restart
              ./slipstream status 7                      what it does
              ./slipstream diagnose 7
            """;

    @Test
    void findsThemInOrder() {
        assertThat(LiveExample.commandsIn(SAID)).containsExactly("attach --remedies pinning 7", "status 7", "diagnose 7");
        assertThat(LiveExample.commandsIn("Nothing found.\n")).isEmpty();
    }

    @Test
    void knowsWhatTheyDo() {
        assertThat(LiveExample.changes("attach --remedies pinning 7")).isTrue();
        assertThat(LiveExample.changes("status 7")).isFalse();
        assertThat(LiveExample.succeeded("diagnose 7", 1)).isTrue();
        assertThat(LiveExample.succeeded("detach 7", 1)).isFalse();
        assertThat(LiveExample.succeeded("diagnose 7", 3)).isFalse();
    }
}
