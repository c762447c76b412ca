package dev.slipstream.it.naming;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.Programs;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.TestJdk;
import org.junit.jupiter.api.parallel.Isolated;

/** Test of the delay until the operating system has the new name of a thread. */
@Isolated("latencies are measured")
class NamingLatencyTest {
    /** A few renames may be late: on a busy machine, several sleeps in a row may take longer than requested. */
    @OnEveryJdk
    void withinTwoIntervals(TestJdk jdk) throws Exception {
        for (String interval : new String[] {"10", "100"}) {
            Ended ended = Programs.on(jdk).withAgent("quiet,naming,naming.interval=" + interval)
                    .run(Programs.PACKAGE + "NameLatency", interval);
            assertThat(ended.out()).as("%s", ended).matches("late [0-3]\n");
        }
    }
}
