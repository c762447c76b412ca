package dev.slipstream.diagnose.naming;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.diagnose.naming.NamingDetector.SimilarThreads;
import org.junit.jupiter.api.Test;

class SimilarThreadsTest {
    private final SimilarThreads kin = new SimilarThreads();

    @Test
    void threadsThatBeginInTheSameMethodAreKin() {
        kin.add(1, "Worker.run", false);
        kin.add(2, "Worker.run", true);
        kin.add(3, "Poller.run", false);
        assertThat(kin.all()).containsExactlyInAnyOrder(1, 2);
    }

    @Test
    void noneAreKinUntilOneIsCaught() {
        kin.add(1, "Worker.run", false);
        assertThat(kin.all()).isEmpty();
    }

    /** A stack of nothing but the JDK's methods tells nothing of the work. */
    @Test
    void stacksThatBeginNowhereMakeNoKin() {
        kin.add(1, "", true);
        kin.add(2, "", false);
        assertThat(kin.all()).isEmpty();
    }

    /** A thread of a pool that runs whatever comes has as many beginnings as there is work. */
    @Test
    void ofAThreadThatDoesEverythingOnlySomeIsKept() {
        for (int i = 0; i < 10; i++) {
            kin.add(1, "Task" + i + ".run", false);
        }
        kin.add(2, "Task9.run", true);
        assertThat(kin.all()).containsExactly(2);
        kin.add(3, "Task0.run", true);
        assertThat(kin.all()).containsExactlyInAnyOrder(1, 2, 3);
    }
}
