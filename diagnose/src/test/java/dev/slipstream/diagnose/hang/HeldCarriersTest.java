package dev.slipstream.diagnose.hang;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.diagnose.hang.HeldCarriers.Scheduler;
import dev.slipstream.diagnose.result.Carriers;
import dev.slipstream.diagnose.result.Carriers.Hold;
import dev.slipstream.diagnose.result.Carriers.State;
import dev.slipstream.diagnose.threads.Activity.Run;
import dev.slipstream.diagnose.threads.DumpTexts;
import dev.slipstream.diagnose.threads.ThreadDump;
import dev.slipstream.diagnose.threads.ThreadDump.DumpedThread;
import dev.slipstream.diagnose.threads.ThreadFile;
import dev.slipstream.diagnose.threads.ThreadLook;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Dumps of programs that hang, taken once: a JVM that hangs writes the same one again. */
class HeldCarriersTest {
    private static final Instant THEN = Instant.parse("2026-01-01T00:00:00Z");
    private static final int SECONDS = 4;

    private static ThreadLook look(String name, int second, boolean file) throws IOException {
        return new ThreadLook(THEN.plusSeconds(second), ThreadDump.parse(DumpTexts.text(name + ".txt")),
                file ? Optional.of(DumpTexts.file(name + ".json")) : Optional.empty(), Map.of());
    }

    private static Carriers still(String name, int parallelism) throws IOException {
        return HeldCarriers.between(look(name, 0, true), look(name, SECONDS, true), scheduler(name, parallelism));
    }

    private static Scheduler scheduler(String name, int parallelism) {
        return new Scheduler(Integer.parseInt(name.substring(name.lastIndexOf('-') + 1)), parallelism, 0, Set.of());
    }

    /** The same program, whose carriers have run as the change says. */
    private static Carriers after(String name, UnaryOperator<Run> change) throws IOException {
        ThreadLook first = look(name, 0, true);
        Map<Long, Run> before = new HashMap<>();
        Map<Long, Run> later = new HashMap<>();
        for (DumpedThread thread : first.dump().threads()) {
            Run run = new Run(thread.name(), 'S', 1_000_000, 0, 11);
            before.put(thread.nativeId(), run);
            later.put(thread.nativeId(), thread.carried() == 0 ? run : change.apply(run));
        }
        return HeldCarriers.between(new ThreadLook(THEN, first.dump(), first.file(), before),
                new ThreadLook(THEN.plusSeconds(SECONDS), first.dump(), first.file(), later), scheduler(name, 2));
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
        "lost-lock-21; LostLock.report; 12; park under a monitor; 2",
        "initialiser-21; FirstTouch$Park.<clinit>; 14; class initialiser; 1",
        "class-loading-21; ClassesBehindLock$Loader.findClass; 17; class loading; 1",
        "initialiser-25; FirstTouch$Locked.<clinit>; 15; class initialiser; 1",
        "class-loading-25; ClassesBehindLock$Loader.findClass; 17; class loading; 1",
        "object-wait-25; ClassWaits.initialise; 15; class initialiser; 2",
        "native-25; NativeNap.lambda$main$0; 17; native frame; 2"})
    void whatHoldsAllCarriersIsAHang(String name, String method, int line, String reason, int carriers) throws Exception {
        Carriers seen = still(name, 2);
        assertThat(seen.state()).as("%s", seen).isEqualTo(State.HANGS);
        assertThat(seen.all()).isEqualTo(2);
        assertThat(seen.held()).isEqualTo(2);
        assertThat(seen.heldSeconds()).isEqualTo(SECONDS);
        assertThat(seen.attachHelps()).isTrue();
        assertThat(seen.holds()).as("%s", seen).anySatisfy(hold -> {
            assertThat(hold.method()).isEqualTo(method);
            assertThat(hold.line()).isEqualTo(line);
            assertThat(hold.reason()).isEqualTo(reason);
            assertThat(hold.carriers()).isEqualTo(carriers);
        });
    }

    @Test
    void whoWaitsForAClassThatAnotherInitialises() throws Exception {
        assertThat(still("initialiser-21", 2).holds()).extracting(Hold::reason)
                .containsExactlyInAnyOrder("class initialiser", "monitor entry, or a class that another thread initialises");
        assertThat(still("initialiser-25", 2).holds()).extracting(Hold::reason)
                .containsExactlyInAnyOrder("class initialiser", "class that another thread initialises");
    }

    @Test
    void anOwnerIsNamedWhereTheDumpKnowsIt() throws Exception {
        assertThat(still("class-loading-25", 2).holds()).extracting(Hold::waitsFor)
                .anyMatch(what -> what.matches("java\\.lang\\.Object, owned by thread #\\d+ reads-jar"));
        assertThat(still("class-loading-21", 2).holds()).extracting(Hold::waitsFor).containsOnly("");
    }

    @Test
    void threadsThatHaveNotStartedWaitForACarrier() throws Exception {
        assertThat(still("lost-lock-21", 2).waiting()).isEqualTo(2);
        assertThat(still("initialiser-25", 2).waiting()).isGreaterThanOrEqualTo(6);
        // Even if the scheduler had room for more, none was made for them.
        assertThat(still("lost-lock-21", 8).state()).isEqualTo(State.HANGS);
    }

    @Test
    void withoutTheFileTheNumberOfCarriersDecides() throws Exception {
        ThreadLook first = look("lost-lock-21", 0, false);
        ThreadLook last = look("lost-lock-21", SECONDS, false);
        Carriers full = HeldCarriers.between(first, last, new Scheduler(21, 2, 0, Set.of()));
        assertThat(full.state()).isEqualTo(State.FULL);
        assertThat(full.waiting()).isNull();
        assertThat(full.holds()).extracting(Hold::method).containsOnly("");
        assertThat(HeldCarriers.between(first, last, new Scheduler(21, 8, 0, Set.of())).state()).isEqualTo(State.HELD);
        assertThat(HeldCarriers.between(first, last, new Scheduler(21, 0, 0, Set.of())).state()).isEqualTo(State.HELD);
    }

    @Test
    void aCarrierThatRanIsNotHeld() throws Exception {
        Carriers computes = after("lost-lock-21", run -> new Run(run.name(), 'R', run.nanos() + 3_000_000_000L, 0, 0));
        assertThat(computes.state()).isEqualTo(State.FREE);
        Carriers starved = after("lost-lock-21", run -> new Run(run.name(), 'S', run.nanos(), 3_500_000_000L, 0));
        assertThat(starved.state()).isEqualTo(State.FREE);
        Carriers stopped = after("lost-lock-21", run -> new Run(run.name(), 'T', run.nanos(), 0, 4));
        assertThat(stopped.state()).isEqualTo(State.FREE);
    }

    @Test
    void theKernelKnowsForHowLong() throws Exception {
        Carriers seen = after("lost-lock-21", run -> run);
        assertThat(seen.state()).isEqualTo(State.HANGS);
        assertThat(seen.heldSeconds()).isEqualTo(11);
    }

    /** As after a detach: carriers that the remedy added are left, and idle. */
    @Test
    void idleCarriersDoNotHideAHang() throws Exception {
        ThreadLook first = look("lost-lock-21", 0, true);
        List<DumpedThread> threads = new ArrayList<>(first.dump().threads());
        threads.add(new DumpedThread("ForkJoinPool-1-worker-9", 5, 99, 99, "abc", 10_000, "WAITING", 0, List.of(), List.of()));
        ThreadDump more = new ThreadDump(threads, 0);
        Carriers seen = HeldCarriers.between(new ThreadLook(THEN, more, first.file(), Map.of()),
                new ThreadLook(THEN.plusSeconds(SECONDS), more, first.file(), Map.of()), scheduler("lost-lock-21", 2));
        assertThat(seen.state()).isEqualTo(State.HANGS);
        assertThat(seen.held()).isEqualTo(2);
        assertThat(seen.all()).isEqualTo(3);
        assertThat(seen.ran()).isZero();
    }

    /** As two that read messages under a monitor, and wait in between: they carry the same virtual thread, and are no hang. */
    @Test
    void carriersThatRunNowAndThenAreNoHang() throws Exception {
        Carriers seen = after("lost-lock-21", run -> new Run(run.name(), 'S', run.nanos() + 900_000, 0, 0.1));
        assertThat(seen.state()).isEqualTo(State.SLOWED);
        assertThat(seen.heldSeconds()).isEqualTo(SECONDS);
    }

    @Test
    void onJdk25TheFileTellsThatNoneWaits() throws Exception {
        ThreadLook look = look("object-wait-25", 0, true);
        ThreadFile alone = new ThreadFile(look.file().orElseThrow().threads().stream()
                .filter(thread -> !thread.state().equals("RUNNABLE")).toList());
        Carriers seen = HeldCarriers.between(new ThreadLook(THEN, look.dump(), Optional.of(alone), Map.of()),
                new ThreadLook(THEN.plusSeconds(SECONDS), look.dump(), Optional.of(alone), Map.of()),
                scheduler("object-wait-25", 2));
        assertThat(seen.waiting()).isZero();
        assertThat(seen.state()).isEqualTo(State.HELD);
    }

    /** The JDK provides another carrier for Object.wait, as long as the scheduler has fewer than its maximum. */
    @Test
    void waitsCountWhereThereIsNoCarrierLeft() throws Exception {
        ThreadLook first = look("wait-21", 0, true);
        ThreadLook last = look("wait-21", SECONDS, true);
        assertThat(HeldCarriers.between(first, last, new Scheduler(21, 2, 0, Set.of())).state()).isEqualTo(State.HELD);
        assertThat(HeldCarriers.between(first, last, new Scheduler(21, 2, 2, Set.of())).state()).isEqualTo(State.FULL);
    }

    /** Between two virtual threads all carriers are idle. A pool that was seen to carry some is known. */
    @Test
    void carriersThatAreIdleNowHaveRun() throws Exception {
        DumpedThread before =
                new DumpedThread("ForkJoinPool-1-worker-1", 5, 30, 30, "abc", 10_000, "WAITING", 0, List.of(), List.of());
        DumpedThread after =
                new DumpedThread("ForkJoinPool-1-worker-1", 5, 30, 30, "abc", 20_000, "WAITING", 0, List.of(), List.of());
        ThreadLook first = new ThreadLook(THEN, DumpTexts.dump(0, before), Optional.empty(), Map.of());
        ThreadLook last = new ThreadLook(THEN.plusSeconds(1), DumpTexts.dump(0, after), Optional.empty(), Map.of());
        assertThat(HeldCarriers.between(first, last, new Scheduler(21, 2, 0, Set.of())).all()).isZero();
        Carriers seen = HeldCarriers.between(first, last, new Scheduler(21, 2, 0, Set.of("ForkJoinPool-1-")));
        assertThat(seen.state()).isEqualTo(State.FREE);
        assertThat(seen.ran()).isEqualTo(1);
    }

    @Test
    void aSchedulerAtItsMaximumIsNotHelped() throws Exception {
        Carriers seen = HeldCarriers.between(look("lost-lock-21", 0, true), look("lost-lock-21", SECONDS, true),
                new Scheduler(21, 2, 2, Set.of()));
        assertThat(seen.attachHelps()).isFalse();
        assertThat(seen.notes()).anyMatch(note -> note.contains("maxPoolSize=2"));
    }

    @Test
    void threadsThatWaitWithoutACarrierAreCounted() throws Exception {
        Carriers seen = still("nested-21", 2);
        assertThat(seen.state()).isEqualTo(State.FREE);
        assertThat(seen.waits()).as("%s", seen).anySatisfy(wait -> {
            assertThat(wait.method()).isEqualTo("NotPinned.lambda$main$0");
            assertThat(wait.what()).isEqualTo("Semaphore.acquire");
        });
    }
}
