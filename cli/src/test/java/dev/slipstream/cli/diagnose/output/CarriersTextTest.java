package dev.slipstream.cli.diagnose.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.cli.terminal.Screen;
import dev.slipstream.diagnose.result.Carriers;
import dev.slipstream.diagnose.result.Carriers.Hold;
import dev.slipstream.diagnose.result.Carriers.State;
import dev.slipstream.diagnose.result.Carriers.Wait;
import dev.slipstream.diagnose.result.DiagnosedJvm;
import dev.slipstream.diagnose.result.Diagnosis;
import java.util.List;
import org.junit.jupiter.api.Test;

class CarriersTextTest {
    private static final Hold HOLD = new Hold("org.example.Server.accept", 7, "native frame", "", 1);
    private static final Wait WAIT = new Wait("org.example.Pool.with", 9, "Semaphore.acquire", 8, true);

    private static Carriers carriers(State state, int held, int all, Integer waiting, String... notes) {
        return new Carriers(state, all, held, 0, held == 0 ? 0 : 3.5, 4, waiting, held == 0 ? List.of() : List.of(HOLD),
                List.of(WAIT), List.of(),
                state == State.SLOWED ? true : null, List.of(notes));
    }

    private static Diagnosis diagnosis(Double processors, Carriers carriers) {
        return new Diagnosis(new DiagnosedJvm("org.example.Shop", 4711L, 25, "", 0), "", 30, processors, List.of(), List.of(),
                List.of(),
                carriers);
    }

    @Test
    void aHangComesFirstAndEndsInWhatToDo() {
        assertThat(DiagnosisText.of(Found.hanging(), Screen.NONE)).isEqualTo("""
                org.example.Shop, process 4711, JDK 21.0.8+9-LTS, diagnosed for 4.00 s
                It hangs: 2 of 2 carriers have been held for at least 14.2 s, so no virtual thread can run.
                  Held: 2 carriers at org.example.Pool.borrow:52 (park under a monitor), waiting for java.util.concurrent.Semaphore
                  Waiting for a carrier: 9 virtual threads, at least.
                  Waiting: 1 thread at org.example.Shop.main:12 in CountDownLatch.await

                pinning: 100 % of the carriers' time
                  risk: The native name follows within 20 ms.
                  apply: slipstream attach 4711 --remedies pinning

                Unknown: naming: Not recorded.

                Next steps:
                  slipstream diagnose 4711 --keep evidence-4711  # keeps the evidence: thread dumps, and this diagnosis
                  slipstream attach 4711 --remedies pinning      # frees the carriers, without a restart
                  slipstream status 4711                         # shows what they do
                  slipstream diagnose 4711 --for 5s              # shows whether it runs; if not, restart it
                  slipstream detach 4711                         # restores the JDK's own methods: it may hang again

                For the team: org.example.Shop, process 4711, JDK 21.0.8+9-LTS hangs: 2 of 2 carriers have been held for at least 14.2 s, \
                their virtual threads wait at org.example.Pool.borrow:52 (park under a monitor). Slipstream's remedy pinning frees them \
                without a restart. To cure it for good, replace synchronized there by a ReentrantLock, or use JDK 24 or later.
                """);
    }

    @Test
    void aDeadlockGetsNoRemedy() {
        Diagnosis diagnosis = Found.hanging(new Carriers(State.DEADLOCK, 2, 0, 0, 0, 4, null, List.of(), List.of(),
                List.of("thread #1 a waits for a monitor that thread #2 b owns",
                        "thread #2 b waits for a monitor that thread #1 a owns"),
                false, List.of()));
        assertThat(DiagnosisText.of(diagnosis, Screen.NONE)).contains("""
                It has a deadlock, which no remedy opens.
                  Deadlock: thread #1 a waits for a monitor that thread #2 b owns.
                """).doesNotContain("slipstream attach")
                .contains("--keep evidence-4711").contains("Only a restart ends it");
    }

    @Test
    void carriersThatAreSlow() {
        assertThat(CarriersText.verdict(diagnosis(1.0, carriers(State.SLOWED, 1, 8, 3))))
                .isEqualTo("It is slowed: 1 of 8 carriers has been held for at least 3.50 s while virtual threads wait for one.");
        assertThat(CarriersText.forOthers(diagnosis(1.0, carriers(State.SLOWED, 1, 8, 3))))
                .contains("is slowed: ", "org.example.Server.accept:7 (native frame)",
                        "wait elsewhere than in a class initialiser");
    }

    @Test
    void carriersThatNoneWaitsFor() {
        assertThat(CarriersText.verdict(diagnosis(1.0, carriers(State.HELD, 1, 8, 0)))).isEmpty();
        assertThat(CarriersText.details(diagnosis(1.0, carriers(State.HELD, 1, 8, 0)))).containsExactly(
                "1 of 8 carriers has been held for at least 3.50 s by virtual threads that wait; no virtual thread was"
                        + " seen to wait for a carrier.",
                "Held: 1 carrier at org.example.Server.accept:7 (native frame)");
        assertThat(CarriersText.details(diagnosis(1.0, carriers(State.HELD, 1, 8, null)))).first().asString().contains("unknown");
    }

    @Test
    void anIdleJvmWithoutHeldCarriers() {
        assertThat(CarriersText.details(diagnosis(0.001, carriers(State.FREE, 0, 2, null)))).containsExactly(
                "No carrier is held: if it hangs, pinning is not the cause.",
                "Waiting: 8 threads at org.example.Pool.with:9 in Semaphore.acquire");
        assertThat(CarriersText.verdict(diagnosis(0.001, carriers(State.FREE, 0, 2, null))))
                .isEqualTo("It may hang: 8 threads waited in"
                        + " Semaphore.acquire at org.example.Pool.with:9, which they had entered before: nested use of what they wait for. No remedy"
                        + " helps.");
        assertThat(CarriersText.details(diagnosis(1.0, carriers(State.FREE, 0, 2, null)))).isEmpty();
        assertThat(CarriersText.details(diagnosis(1.0, null))).isEmpty();
    }

    @Test
    void aServiceThatRunsAgainIsNotCalledIdle() {
        Carriers runs = new Carriers(State.FREE, 4, 0, 3, 0, 0.6, null, List.of(), List.of(), List.of(), null, List.of());
        assertThat(DiagnosisText.sentence(diagnosis(0.004, runs)))
                .isEqualTo("It runs, but it used less than 0.4 % of a processor, too"
                        + " little to judge its costs; diagnose it under load.");
        assertThat(CarriersText.details(diagnosis(0.5, runs)))
                .containsExactly("It does not hang: 3 of 4 carriers ran while it was watched.");
    }

    @Test
    void idleCarriersBesideHeldOnes() {
        Carriers left = new Carriers(State.HANGS, 10, 2, 0, 45.7, 4, 9, List.of(HOLD), List.of(), List.of(), true, List.of());
        assertThat(CarriersText.verdict(diagnosis(0.001, left)))
                .isEqualTo("It hangs: 2 of 10 carriers have been held for at least 45.7 s, the"
                        + " others are idle, so no virtual thread can run.");
    }

    @Test
    void aRecordingThatDoesNotShowThePlace() {
        Carriers where = new Carriers(State.HANGS, 2, 2, 0, 5, 5, null, List.of(new Hold("", -1, "unknown", "", 2)), List.of(),
                List.of(), true,
                List.of());
        assertThat(CarriersText.forOthers(diagnosis(null, where))).contains("wait at a place that this JDK's dumps do not show. ")
                .endsWith("A diagnosis of the running JVM shows where.");
    }

    @Test
    void whatCouldNotBeSeenIsSaid() {
        assertThat(CarriersText.details(diagnosis(1.0, Carriers.unknown("The JVM itself was busy.\u001b"))))
                .containsExactly("Carriers: The JVM itself was busy.\uFFFD");
    }
}
