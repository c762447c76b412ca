package dev.slipstream.it;

import static org.assertj.core.api.Assertions.assertThat;

/** A thread that cannot go on in the middle of a rewritten method leaves what the JDK's own method would leave. */
class HalfDoneTest {
    private static final String PROGRAMS = "dev.slipstream.it.program.";
    private static final String OPENS = "--add-opens=java.base/jdk.internal.foreign=ALL-UNNAMED";

    private static void isRight(Jvm jvm, String program, String... arguments) throws Exception {
        Ended ended = jvm.run(PROGRAMS + program, arguments);
        // HotSpot may warn of an overflow where it lends the stack's reserve.
        assertThat(ended.out().lines().filter(line -> !line.contains("ReservedStackAccess"))).as("%s", ended)
                .containsExactly("right");
    }

    /**
     * In interpreted code. Where an acquire is compiled and its release not yet, a release may need more stack than was left, which
     * happens to the JDK's own methods as well.
     */
    @OnEveryJdk(from = 21, core = "half done")
    void theStackEndsInAnAcquireOrRelease(Jdk jdk) throws Exception {
        isRight(Jvm.on(jdk).with(OPENS, "-Xint"), "StackEnds", "arenas", "20");
        isRight(Jvm.on(jdk).with(OPENS, "-Xint").withAgent("quiet,arenas"), "StackEnds", "arenas", "150");
        isRight(Jvm.on(jdk).with(OPENS, "-Xint").withAgent("quiet,arenas"), "StackEnds", "striped", "150");
    }

    @OnEveryJdk(core = "half done")
    void theStackEndsInARename(Jdk jdk) throws Exception {
        isRight(Jvm.on(jdk).withAgent("quiet,naming"), "StackEnds", "naming", "24");
    }

    @OnEveryJdk(to = 17)
    void aThreadThatRenamesItselfIsStopped(Jdk jdk) throws Exception {
        isRight(Jvm.on(jdk).withAgent("quiet,naming"), "Stops", "naming", "300");
    }

    @OnEveryJdk(to = 17)
    void aThreadThatReadsIsStopped(Jdk jdk) throws Exception {
        isRight(Jvm.on(jdk).withAgent("quiet,buffering"), "Stops", "buffering", "300");
    }
}
