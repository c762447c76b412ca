package dev.slipstream.pinning;

import static java.lang.Thread.State.BLOCKED;
import static java.lang.Thread.State.NEW;
import static java.lang.Thread.State.RUNNABLE;
import static java.lang.Thread.State.TIMED_WAITING;
import static java.lang.Thread.State.WAITING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.pinning.CarrierWatch.Sight;
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
    private final CarrierWatch withAgent = new CarrierWatch(true, cpu::get);
    private final CarrierWatch alone = new CarrierWatch(false, cpu::get);
    private final CarrierWatch late = new CarrierWatch(true, cpu::get);

    {
        late.parksWereMissed();
    }

    private Sight sight(Thread.State state) {
        return new Sight(carrier, virtual, state, false);
    }

    private static Set<Thread> look(CarrierWatch watch, long millis, Sight... sights) {
        return watch.look(millis * MILLI, List.of(sights)).keySet();
    }

    @Test
    void aMonitorBlocksFromTheSecondLookOn() {
        assertThat(look(withAgent, 5, sight(BLOCKED))).isEmpty();
        assertThat(look(withAgent, 10, sight(BLOCKED))).containsExactly(carrier);
        assertThat(look(withAgent, 15, sight(RUNNABLE))).isEmpty();
    }

    /** The keeper looks more often while this is so. */
    @Test
    void theFirstLookAlreadyShowsABlockedCarrier() {
        look(withAgent, 5, sight(RUNNABLE), new Sight(other, virtual, BLOCKED, false));
        assertThat(withAgent.blocked()).isTrue();
        look(withAgent, 10, sight(WAITING), new Sight(other, null, WAITING, false));
        assertThat(withAgent.blocked()).isFalse();
        look(alone, 5, sight(WAITING));
        assertThat(alone.blocked()).isTrue();
        look(late, 5, sight(WAITING));
        assertThat(late.blocked()).isTrue();
    }

    @Test
    void anotherVirtualThreadIsAnotherStory() {
        look(withAgent, 5, sight(BLOCKED));
        assertThat(look(withAgent, 10, new Sight(carrier, new Object(), BLOCKED, false))).isEmpty();
        assertThat(withAgent.moved()).isTrue();
    }

    @Test
    void aCarrierWithoutAVirtualThreadIsIdle() {
        Sight idle = new Sight(carrier, null, WAITING, false);
        assertThat(look(alone, 5, idle)).isEmpty();
        assertThat(look(alone, 10, idle)).isEmpty();
        assertThat(alone.moved()).isFalse();
    }

    /** Between two virtual threads, or idle and about to be woken by the pool. */
    @ParameterizedTest
    @EnumSource(names = {"RUNNABLE", "WAITING"})
    void aCarrierWithoutAVirtualThreadIsFree(Thread.State state) {
        Sight free = new Sight(carrier, null, state, false);
        assertThat(look(withAgent, 5, sight(WAITING), free)).isEmpty();
        assertThat(withAgent.running()).isTrue();
        look(withAgent, 10, sight(WAITING));
        assertThat(withAgent.running()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(names = {"WAITING", "TIMED_WAITING"})
    void aParkIsStuckUnlessSomebodyCompensates(Thread.State state) {
        look(alone, 5, sight(state));
        assertThat(look(alone, 10, sight(state))).containsExactly(carrier);
        look(withAgent, 5, sight(state));
        assertThat(look(withAgent, 10, sight(state))).isEmpty();
    }

    @Test
    void aParkFromBeforeTheAgentIsStuckUntilItEnds() {
        look(late, 5, sight(WAITING));
        assertThat(look(late, 10, sight(WAITING))).containsExactly(carrier);
        look(late, 15, sight(RUNNABLE));
        assertThat(look(late, 20, sight(TIMED_WAITING))).isEmpty();
    }

    @Test
    void aParkThatBeganAfterTheFirstLookIsCompensated() {
        look(late, 5, sight(RUNNABLE));
        look(late, 10, sight(WAITING));
        assertThat(look(late, 15, sight(WAITING))).isEmpty();
    }

    @Test
    void whatThePoolKnowsAlreadyIsLeftAlone() {
        Sight told = new Sight(carrier, virtual, BLOCKED, true);
        look(alone, 5, told);
        assertThat(look(alone, 10, told)).isEmpty();
    }

    @Test
    void nativeCodeThatWaitsIsKnownByItsClock() {
        for (long millis = 5; millis < 110; millis += 5) {
            assertThat(look(withAgent, millis, sight(RUNNABLE))).isEmpty();
        }
        assertThat(look(withAgent, 110, sight(RUNNABLE))).containsExactly(carrier);
    }

    /** A garbage collection, or a machine that stood still: the keeper may run again before the carrier does. */
    @Test
    void aPauseOfTheWholeJvmIsNotNativeCode() {
        look(withAgent, 5, sight(RUNNABLE));
        look(withAgent, 10, sight(RUNNABLE));
        for (long millis = 400; millis < 445; millis += 5) {
            assertThat(look(withAgent, millis, sight(RUNNABLE))).isEmpty();
        }
        assertThat(look(withAgent, 445, sight(RUNNABLE))).containsExactly(carrier);
    }

    @Test
    void aKeeperThatIsAlwaysLateFindsNativeCodeAllTheSame() {
        for (long look = 0; look < 11; look++) {
            assertThat(look(withAgent, 5 + look * 80, sight(RUNNABLE))).isEmpty();
        }
        assertThat(look(withAgent, 900, sight(RUNNABLE))).containsExactly(carrier);
    }

    @Test
    void codeThatRunsIsNotStuck() {
        for (long millis = 5; millis < 2_000; millis += 5) {
            cpu.put(carrier, millis * MILLI / 50);
            assertThat(look(withAgent, millis, sight(RUNNABLE))).isEmpty();
        }
    }

    @Test
    void anUnknownClockMeansNotStuck() {
        cpu.put(carrier, -1L);
        for (long millis = 5; millis < 1_000; millis += 5) {
            assertThat(look(withAgent, millis, sight(RUNNABLE))).isEmpty();
        }
    }

    @Test
    void aThreadThatHasNotBegunIsNotStuck() {
        look(alone, 5, sight(NEW));
        assertThat(look(alone, 10, sight(NEW))).isEmpty();
    }

    @Test
    void eachCarrierForItself() {
        Sight second = new Sight(other, new Object(), BLOCKED, false);
        look(withAgent, 5, sight(BLOCKED));
        assertThat(look(withAgent, 10, sight(BLOCKED), second)).containsExactly(carrier);
        assertThat(withAgent.moved()).isTrue();
        assertThat(look(withAgent, 15, sight(BLOCKED), second)).containsExactly(carrier, other);
        assertThat(withAgent.moved()).isFalse();
    }

    @Test
    void aCarrierThatWasAwayBeginsAnew() {
        look(withAgent, 5, sight(BLOCKED));
        look(withAgent, 10);
        assertThat(look(withAgent, 15, sight(BLOCKED))).isEmpty();
    }
}
