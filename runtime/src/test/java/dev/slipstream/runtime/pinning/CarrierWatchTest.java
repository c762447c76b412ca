package dev.slipstream.runtime.pinning;

import static java.lang.Thread.State.BLOCKED;
import static java.lang.Thread.State.NEW;
import static java.lang.Thread.State.RUNNABLE;
import static java.lang.Thread.State.WAITING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.runtime.pinning.CarrierWatch.Sight;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CarrierWatchTest {
    private static final long MILLI = 1_000_000;

    private final Thread carrier = new Thread("carrier");
    private final Thread other = new Thread("other");
    private final Object virtual = new Object();
    private final Map<Thread, Long> cpu = new HashMap<>(Map.of(carrier, 0L, other, 0L));
    private final CarrierWatch watch = new CarrierWatch(cpu::get);

    private Sight sight(Thread.State state) {
        return new Sight(carrier, virtual, state, false);
    }

    private Sight compensated(Thread.State state) {
        return new Sight(carrier, virtual, state, true);
    }

    private Set<Thread> look(long millis, Sight... sights) {
        return watch.look(millis * MILLI, List.of(sights)).keySet();
    }

    @Test
    void aMonitorBlocksFromTheSecondLookOn() {
        assertThat(look(5, sight(BLOCKED))).isEmpty();
        assertThat(look(10, sight(BLOCKED))).containsExactly(carrier);
        assertThat(look(15, sight(RUNNABLE))).isEmpty();
    }

    /** The keeper looks more often while this is so. */
    @Test
    void theFirstLookAlreadyShowsABlockedCarrier() {
        look(5, sight(RUNNABLE), new Sight(other, virtual, BLOCKED, false));
        assertThat(watch.blocked()).isTrue();
        look(10, compensated(WAITING), new Sight(other, null, WAITING, false));
        assertThat(watch.blocked()).isFalse();
        look(15, sight(WAITING));
        assertThat(watch.blocked()).isTrue();
    }

    @Test
    void anotherVirtualThreadIsAnotherStory() {
        look(5, sight(BLOCKED));
        assertThat(look(10, new Sight(carrier, new Object(), BLOCKED, false))).isEmpty();
        assertThat(watch.moved()).isTrue();
    }

    @Test
    void aCarrierWithoutAVirtualThreadIsIdle() {
        Sight idle = new Sight(carrier, null, WAITING, false);
        assertThat(look(5, idle)).isEmpty();
        assertThat(look(10, idle)).isEmpty();
        assertThat(watch.moved()).isFalse();
    }

    /** Between two virtual threads, or idle and about to be woken by the pool. */
    @ParameterizedTest
    @EnumSource(names = {"RUNNABLE", "WAITING"})
    void aCarrierWithoutAVirtualThreadIsFree(Thread.State state) {
        Sight free = new Sight(carrier, null, state, false);
        assertThat(look(5, sight(WAITING), free)).isEmpty();
        assertThat(watch.running()).isTrue();
        look(10, sight(WAITING));
        assertThat(watch.running()).isFalse();
    }

    /** A park before the agent came, or in Object.wait on JDK 24 and later, or one that the pool refused to compensate. */
    @ParameterizedTest
    @EnumSource(names = {"WAITING", "TIMED_WAITING"})
    void aWaitOfWhichThePoolDoesNotKnowIsStuckUntilItEnds(Thread.State state) {
        look(5, sight(state));
        assertThat(look(10, sight(state))).containsExactly(carrier);
        assertThat(look(15, sight(RUNNABLE))).isEmpty();
        assertThat(look(20, compensated(state))).isEmpty();
    }

    @Test
    void whatThePoolKnowsAlreadyIsLeftAlone() {
        look(5, compensated(BLOCKED));
        assertThat(look(10, compensated(BLOCKED))).isEmpty();
    }

    @Test
    void nativeCodeThatWaitsIsKnownByItsClock() {
        for (long millis = 5; millis < 110; millis += 5) {
            assertThat(look(millis, sight(RUNNABLE))).isEmpty();
        }
        assertThat(look(110, sight(RUNNABLE))).containsExactly(carrier);
    }

    /** A garbage collection, or a machine that stood still: the keeper may run again before the carrier does. */
    @Test
    void aPauseOfTheWholeJvmIsNotNativeCode() {
        look(5, sight(RUNNABLE));
        look(10, sight(RUNNABLE));
        for (long millis = 400; millis < 445; millis += 5) {
            assertThat(look(millis, sight(RUNNABLE))).isEmpty();
        }
        assertThat(look(445, sight(RUNNABLE))).containsExactly(carrier);
    }

    @Test
    void aKeeperThatIsAlwaysLateFindsNativeCodeAllTheSame() {
        for (long look = 0; look < 11; look++) {
            assertThat(look(5 + look * 80, sight(RUNNABLE))).isEmpty();
        }
        assertThat(look(900, sight(RUNNABLE))).containsExactly(carrier);
    }

    @Test
    void codeThatRunsIsNotStuck() {
        for (long millis = 5; millis < 2_000; millis += 5) {
            cpu.put(carrier, millis * MILLI / 50);
            assertThat(look(millis, sight(RUNNABLE))).isEmpty();
        }
    }

    @Test
    void anUnknownClockMeansNotStuck() {
        cpu.put(carrier, -1L);
        for (long millis = 5; millis < 1_000; millis += 5) {
            assertThat(look(millis, sight(RUNNABLE))).isEmpty();
        }
    }

    @Test
    void aThreadThatHasNotBegunIsNotStuck() {
        look(5, sight(NEW));
        assertThat(look(10, sight(NEW))).isEmpty();
    }

    @Test
    void eachCarrierForItself() {
        Sight second = new Sight(other, new Object(), BLOCKED, false);
        look(5, sight(BLOCKED));
        assertThat(look(10, sight(BLOCKED), second)).containsExactly(carrier);
        assertThat(watch.moved()).isTrue();
        assertThat(look(15, sight(BLOCKED), second)).containsExactly(carrier, other);
        assertThat(watch.moved()).isFalse();
    }

    @Test
    void aCarrierThatWasAwayBeginsAnew() {
        look(5, sight(BLOCKED));
        look(10);
        assertThat(look(15, sight(BLOCKED))).isEmpty();
    }
}
