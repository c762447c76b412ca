package dev.slipstream.it;

import static org.assertj.core.api.Assertions.assertThat;

/** The agent's options, as far as a user sees what comes of them. */
class OptionsTest {
    private static final String PROGRAM = "dev.slipstream.it.program.ExitsWithSeven";

    private static void says(Jdk jdk, String options, String... lines) throws Exception {
        Ended ended = Jvm.on(jdk).withAgent(options).run(PROGRAM);
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(7);
        assertThat(ended.err().lines()).as("%s", ended).containsExactly(lines);
    }

    @OnEveryJdk(from = 21)
    void aName(Jdk jdk) throws Exception {
        says(jdk, "pinning", "slipstream: pinning active");
    }

    @OnEveryJdk
    void minusAName(Jdk jdk) throws Exception {
        says(jdk, "-pinning", "slipstream: pinning off");
    }

    @OnEveryJdk
    void none(Jdk jdk) throws Exception {
        says(jdk, "none", "slipstream: pinning off");
    }

    @OnEveryJdk
    void noneAndQuiet(Jdk jdk) throws Exception {
        says(jdk, "none,quiet");
    }

    @OnEveryJdk(from = 21)
    void aSetting(Jdk jdk) throws Exception {
        says(jdk, "pinning.max-carriers=2048", "slipstream: pinning active");
    }

    /** The others still count. */
    @OnEveryJdk
    void anUnknownWord(Jdk jdk) throws Exception {
        says(jdk, "-pinning,pining",
                "slipstream: ignored 'pining'; known: pinning -pinning pinning.max-carriers= none quiet",
                "slipstream: pinning off");
    }
}
