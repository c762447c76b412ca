package dev.slipstream.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.Programs;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.Jdk;

/** Test of the effects of the agent's options that a user sees. */
class OptionsTest {
    private static final String PROGRAM = Programs.PACKAGE + "ExitsWithSeven";

    /** Returns the state that the remedy arenas reports when it is on. */
    private static String arenas(Jdk jdk) {
        return jdk.hasVirtualThreads() ? "active" : "unneeded (this JDK has no shared arenas)";
    }

    private static void says(Jdk jdk, String options, String... lines) throws Exception {
        Ended ended = Programs.on(jdk).withAgent(options).run(PROGRAM);
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(7);
        assertThat(ended.err().lines()).as("%s", ended).containsExactly(lines);
    }

    @OnEveryJdk(from = 21)
    void aName(Jdk jdk) throws Exception {
        says(jdk, "pinning", "slipstream: pinning active");
    }

    @OnEveryJdk
    void minusAName(Jdk jdk) throws Exception {
        says(jdk, "-pinning", "slipstream: naming active; arenas " + arenas(jdk));
    }

    @OnEveryJdk
    void none(Jdk jdk) throws Exception {
        says(jdk, "none", "slipstream: all remedies are off");
    }

    @OnEveryJdk
    void noneAndQuiet(Jdk jdk) throws Exception {
        says(jdk, "none,quiet");
    }

    @OnEveryJdk(from = 21)
    void aSetting(Jdk jdk) throws Exception {
        says(jdk, "pinning.max-carriers=2048", "slipstream: pinning active; naming active; arenas active");
    }

    /** The other options still apply. */
    @OnEveryJdk
    void anUnknownWord(Jdk jdk) throws Exception {
        says(jdk, "-pinning,pining",
                "slipstream: ignored 'pining'; known: pinning -pinning pinning.max-carriers= naming -naming naming.interval="
                        + " naming.mode= naming.truncation= arenas -arenas priority -priority priority.nice="
                        + " buffering -buffering buffering.age= text -text text.capacity= text.interval= none quiet",
                "slipstream: naming active; arenas " + arenas(jdk));
    }

    @OnEveryJdk
    void anotherName(Jdk jdk) throws Exception {
        says(jdk, "naming", "slipstream: naming active");
    }

    @OnEveryJdk
    void settingsOfNaming(Jdk jdk) throws Exception {
        says(jdk, "naming,naming.interval=10000,naming.truncation=middle,naming.mode=published",
                "slipstream: naming active");
        says(jdk, "naming,naming.interval=0",
                "slipstream: naming declined: naming.interval=0 is no number from 1 to 10000");
        says(jdk, "naming,naming.mode=lazy",
                "slipstream: naming declined: naming.mode=lazy is none of published, immediate, skip");
        says(jdk, "naming,naming.mode=skip",
                "slipstream: naming active (skips renames to the same name only)");
    }

    @OnEveryJdk
    void immediateNaming(Jdk jdk) throws Exception {
        says(jdk, "naming,naming.mode=immediate", "slipstream: naming " + (jdk.feature() >= 21 ? "active"
                : "declined: naming.mode=immediate needs java.lang.foreign, which came with JDK 21"));
    }
}
