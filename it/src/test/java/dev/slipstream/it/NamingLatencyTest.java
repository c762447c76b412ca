package dev.slipstream.it;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.parallel.Isolated;

/** How soon the operating system knows a thread's new name. */
@Isolated("latencies are measured")
class NamingLatencyTest {
    /** On a busy machine a sleep may take longer than asked for, a few times in a row. */
    @OnEveryJdk
    void withinTwoIntervals(Jdk jdk) throws Exception {
        for (String interval : new String[] {"10", "100"}) {
            Ended ended = Jvm.on(jdk).withAgent("quiet,naming,naming.interval=" + interval)
                    .run("dev.slipstream.it.program.NameLatency", interval);
            assertThat(ended.out()).as("%s", ended).matches("late [0-3]\n");
        }
    }
}
