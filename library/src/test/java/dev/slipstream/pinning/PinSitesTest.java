package dev.slipstream.pinning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class PinSitesTest {
    private final PinSites sites = new PinSites();

    private void parkHere(CountDownLatch end) {
        try {
            end.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void countsMostFrequentFirst() throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        Thread parked = new Thread(() -> parkHere(end));
        parked.start();
        while (parked.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        sites.countParked(parked);
        sites.countParked(parked);
        sites.countStuck(parked, true);
        end.countDown();
        parked.join();
        assertThat(sites.top(20)).hasSize(2).containsValues(2L, 1L);
        assertThat(sites.top(1)).hasSize(1).allSatisfy((site, count) -> {
            assertThat(site).contains("PinSitesTest.parkHere").endsWith("(monitor)");
            assertThat(count).isEqualTo(2);
        });
    }

    @Test
    void aThreadThatHasEndedHasNoSite() throws InterruptedException {
        Thread ended = new Thread(() -> { });
        ended.start();
        ended.join();
        sites.countParked(ended);
        assertThat(sites.top(20)).isEmpty();
    }
}
