package dev.slipstream.pinning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class PinSitesTest {
    private static final StackTraceElement PARK = jdk("java.lang.VirtualThread", "parkOnCarrierThread", 1);
    private static final StackTraceElement POOL = app("Pool", "take", 20);
    private static final StackTraceElement HANDLER = app("Handler", "handle", 30);
    private static final StackTraceElement NATIVE =
            jdk("jdk.internal.reflect.DirectMethodHandleAccessor$NativeAccessor", "invoke0", -2);

    private final PinSites sites = new PinSites();

    private static StackTraceElement jdk(String type, String method, int line) {
        return new StackTraceElement(null, "java.base", "21", type, method, "Jdk.java", line);
    }

    private static StackTraceElement app(String type, String method, int line) {
        return new StackTraceElement("app", null, null, type, method, type + ".java", line);
    }

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

    private static String site(StackTraceElement... stack) {
        return PinSites.Site.of(stack).map(PinSites.Site::toString).orElse("none");
    }

    private static String stuck(boolean enteringMonitor, StackTraceElement... stack) {
        return PinSites.Site.ofStuck(stack, enteringMonitor).map(PinSites.Site::toString).orElse("none");
    }

    @Test
    void aMonitorIsSoughtAtTheInnermostFrameOutsideTheJdk() {
        assertThat(site(PARK, POOL, HANDLER)).isEqualTo(POOL + " (monitor)");
    }

    @Test
    void aClassInitialiserPinsOnEveryJdk() {
        StackTraceElement initialiser = app("Config", "<clinit>", 5);
        assertThat(site(PARK, POOL, initialiser, HANDLER)).isEqualTo(initialiser + " (class initialiser)");
    }

    @Test
    void aNativeFrameIsNamedAfterItsCallerOutsideTheJdk() {
        assertThat(site(PARK, POOL, NATIVE, jdk("java.lang.reflect.Method", "invoke", 9), HANDLER))
                .isEqualTo(HANDLER + " (native frame)");
    }

    /** The park itself may end in a native method. */
    @Test
    void aNativeMethodOnTopPinsNothing() {
        assertThat(site(jdk("jdk.internal.misc.Unsafe", "park", -2), POOL)).isEqualTo(POOL + " (monitor)");
    }

    @Test
    void aStackOfTheJdkAlone() {
        assertThat(site(PARK)).isEqualTo("none");
        assertThat(site()).isEqualTo("none");
        assertThat(site(PARK, NATIVE)).isEqualTo(NATIVE + " (native frame)");
    }

    @Test
    void aCarrierThatIsStuckItself() {
        assertThat(stuck(true, POOL, HANDLER)).isEqualTo(POOL + " (monitor entry)");
        assertThat(stuck(false, app("Library", "read", -2), HANDLER)).endsWith("(native frame)");
        assertThat(stuck(false, HANDLER)).isEqualTo(HANDLER + " (waits for a processor or a class)");
        assertThat(stuck(false)).isEqualTo("none");
    }
}
