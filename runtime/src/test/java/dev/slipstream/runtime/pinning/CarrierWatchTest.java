package dev.slipstream.runtime.pinning;

import static java.lang.Thread.State.BLOCKED;
import static java.lang.Thread.State.NEW;
import static java.lang.Thread.State.RUNNABLE;
import static java.lang.Thread.State.WAITING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.runtime.pinning.CarrierWatch.Doing;
import dev.slipstream.runtime.pinning.CarrierWatch.Pace;
import dev.slipstream.runtime.pinning.CarrierWatch.Sight;
import dev.slipstream.runtime.pinning.CarrierWatch.View;
import java.util.HashMap;
import java.util.HashSet;
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
    private final Map<Thread, Doing> doing = new HashMap<>();
    private final Set<Thread> known = new HashSet<>();
    private final CarrierWatch watch = new CarrierWatch(new CarrierWatch.Kernel() {
        @Override
        public long cpuNanos(Thread thread) {
            return cpu.get(thread);
        }

        @Override
        public boolean knows(Thread thread) {
            return known.contains(thread);
        }

        @Override
        public Doing doing(Thread thread, long cpuNanos) {
            assertThat(cpuNanos).isEqualTo(cpu.get(thread));
            if (doing.containsKey(thread)) {
                known.add(thread);
            }
            return doing.getOrDefault(thread, Doing.UNKNOWN);
        }
    });
    private View view;

    private Sight sight(Thread.State state) {
        return new Sight(carrier, virtual, state, false);
    }

    private Sight compensated(Thread.State state) {
        return new Sight(carrier, virtual, state, true);
    }

    private Set<Thread> look(long millis, Sight... sights) {
        view = watch.look(millis * MILLI, List.of(sights));
        return view.stuck().keySet();
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
        assertThat(view.blocked()).isTrue();
        look(10, compensated(WAITING), new Sight(other, null, WAITING, false));
        assertThat(view.blocked()).isFalse();
        look(15, sight(WAITING));
        assertThat(view.blocked()).isTrue();
    }

    @Test
    void anotherVirtualThreadIsAnotherStory() {
        look(5, sight(BLOCKED));
        assertThat(look(10, new Sight(carrier, new Object(), BLOCKED, false))).isEmpty();
        assertThat(view.moved()).isTrue();
    }

    @Test
    void aCarrierWithoutAVirtualThreadIsIdle() {
        Sight idle = new Sight(carrier, null, WAITING, false);
        assertThat(look(5, idle)).isEmpty();
        assertThat(look(10, idle)).isEmpty();
        assertThat(view.moved()).isFalse();
    }

    /** Between two virtual threads, or idle and about to be woken by the pool. */
    @ParameterizedTest
    @EnumSource(names = {"RUNNABLE", "WAITING"})
    void aCarrierWithoutAVirtualThreadIsFree(Thread.State state) {
        Sight free = new Sight(carrier, null, state, false);
        assertThat(look(5, sight(WAITING), free)).isEmpty();
        assertThat(view.free()).isTrue();
        assertThat(view.running()).isEqualTo(state == RUNNABLE);
        look(10, sight(WAITING));
        assertThat(view.free()).isFalse();
        assertThat(view.running()).isFalse();
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

    @Test
    void aThreadThatSleepsInNativeCodeIsStuckFromTheSecondLookOn() {
        doing.put(carrier, Doing.SLEEPS);
        cpu.put(carrier, 3 * MILLI);
        assertThat(look(5, sight(RUNNABLE))).isEmpty();
        assertThat(look(10, sight(RUNNABLE))).containsExactly(carrier);
        assertThat(view.stuck()).containsEntry(carrier, Pace.AT_ONCE);
        assertThat(view.running()).isFalse();
        cpu.put(carrier, 3 * MILLI + 1);
        assertThat(look(15, sight(RUNNABLE))).as("it has run since").isEmpty();
    }

    /** Another virtual thread at each look, none of which the keeper sees for long: the state of its carrier shows it at once. */
    @Test
    void aCarrierThatIsKnownIsSuspectedAtTheFirstLook() {
        doing.put(carrier, Doing.SLEEPS);
        look(40, sight(RUNNABLE));
        look(45, sight(RUNNABLE));
        for (long millis = 80; millis < 400; millis += 40) {
            cpu.merge(carrier, MILLI, Long::sum);
            assertThat(look(millis, new Sight(carrier, new Object(), RUNNABLE, false))).isEmpty();
            assertThat(view.blocked()).isTrue();
            assertThat(view.running()).isFalse();
        }
    }

    /** Its number is not known before a look finds it without processor time: the next one comes soon. */
    @Test
    void aCarrierThatHardlyRunsIsLookedAtSoon() {
        doing.put(carrier, Doing.SLEEPS);
        for (long millis = 40; millis < 400; millis += 40) {
            cpu.merge(carrier, MILLI, Long::sum);
            look(millis, new Sight(carrier, new Object(), RUNNABLE, false));
            assertThat(view.blocked()).isTrue();
        }
        cpu.merge(carrier, 30 * MILLI, Long::sum);
        look(400, new Sight(carrier, new Object(), RUNNABLE, false));
        assertThat(view.blocked()).as("it ran for most of the time").isFalse();
    }

    @Test
    void aStarvedCarrierIsNotStuckHoweverLong() {
        doing.put(carrier, Doing.WANTS_A_PROCESSOR);
        for (long millis = 5; millis < 3_000; millis += 5) {
            assertThat(look(millis, sight(RUNNABLE))).isEmpty();
            assertThat(view.running()).isTrue();
        }
    }

    /** It may be one of the JVM's, as for memory during a garbage collection. */
    @Test
    void aLockOfNativeCodeIsKnownLaterAndSlowly() {
        doing.put(carrier, Doing.WAITS);
        for (long millis = 5; millis < 110; millis += 5) {
            assertThat(look(millis, sight(RUNNABLE))).isEmpty();
        }
        assertThat(look(110, sight(RUNNABLE))).containsExactly(carrier);
        assertThat(view.stuck()).containsEntry(carrier, Pace.SLOWLY);
    }

    /** It was woken at last, but has not got a processor yet. */
    @Test
    void aLockThatWasPassedOnIsNoLongerWaitedFor() {
        doing.put(carrier, Doing.WAITS);
        for (long millis = 5; millis < 110; millis += 5) {
            look(millis, sight(RUNNABLE));
        }
        doing.put(carrier, Doing.WANTS_A_PROCESSOR);
        assertThat(look(110, sight(RUNNABLE))).isEmpty();
    }

    @Test
    void aKernelThatTellsNothingDoesNotMakeTheKeeperLookOften() {
        look(40, sight(RUNNABLE));
        look(80, sight(RUNNABLE));
        look(120, sight(RUNNABLE));
        assertThat(view.blocked()).isFalse();
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
        assertThat(view.moved()).isTrue();
        assertThat(look(15, sight(BLOCKED), second)).containsExactly(carrier, other);
        assertThat(view.moved()).isFalse();
    }

    @Test
    void aCarrierThatWasAwayBeginsAnew() {
        look(5, sight(BLOCKED));
        look(10);
        assertThat(look(15, sight(BLOCKED))).isEmpty();
    }
}
