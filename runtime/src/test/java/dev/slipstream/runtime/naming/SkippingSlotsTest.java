package dev.slipstream.runtime.naming;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SkippingSlotsTest {
    private final SkippingSlots slots = new SkippingSlots();

    /** Renames the current thread as the agent does: the JDK does what the slot does not skip. */
    private static boolean skips(SkippingSlots.Slot slot, String name) throws Exception {
        boolean skipped = slot.test(name, Thread.currentThread().getName());
        if (!skipped) {
            Thread.currentThread().setName(name);
        }
        assertThat(Thread.currentThread().getName()).isEqualTo(name);
        assertThat(new String(Comm.OF_LINUX.read(), StandardCharsets.ISO_8859_1)).isEqualTo(name);
        return skipped;
    }

    private static void another(Thread thread, String name) throws Exception {
        OnThread.call(() -> {
            thread.setName(name);
            return null;
        });
    }

    @Test
    void skipsWhatChangesNothing() throws Exception {
        OnThread.call(() -> {
            SkippingSlots.Slot slot = slots.slot();
            assertThat(skips(slot, "on-thread")).as("the name it was born with").isFalse();
            assertThat(skips(slot, "on-thread")).isTrue();
            assertThat(skips(slot, "a")).isFalse();
            assertThat(skips(slot, new String("a"))).isTrue();
            assertThat(skips(slot, "b")).isFalse();
            assertThat(skips(slot, "a")).isFalse();
            assertThat(slots.counters()).containsExactly(Map.entry("renames", 4L), Map.entry("same", 2L));
            slot.close();
            assertThat(skips(slot, "a")).isFalse();
            assertThat(skips(slot, "a")).isFalse();
            return null;
        });
        assertThat(slots.counters()).containsExactly(Map.entry("renames", 4L), Map.entry("same", 2L));
    }

    /** Another thread changes the Java name only. */
    @Test
    void doesNotSkipWhatAnotherThreadHasChanged() throws Exception {
        OnThread.call(() -> {
            Thread self = Thread.currentThread();
            SkippingSlots.Slot slot = slots.slot();
            assertThat(skips(slot, "own")).isFalse();
            another(self, "another's");
            assertThat(skips(slot, "own")).isFalse();
            another(self, "another's");
            assertThat(skips(slot, "another's")).isFalse();
            another(self, "own");
            assertThat(skips(slot, "own")).isFalse();
            another(self, "another's");
            another(self, "own");
            assertThat(skips(slot, "own")).isTrue();
            return null;
        });
    }

    /** A security manager may refuse a rename after the slot has passed it on. */
    @Test
    void skipsNothingWhereThereIsASecurityManager() throws Exception {
        OnThread.call(() -> {
            SkippingSlots.Slot slot = slots.slot();
            assertThat(skips(slot, "own")).isFalse();
            assertThat(slot.run()).isFalse();
            assertThat(skips(slot, "own")).isFalse();
            assertThat(skips(slot, "own")).isFalse();
            return null;
        });
    }

    @Test
    void forgetsThreadsThatHaveLostTheirSlots() throws Exception {
        SlotCounts<SkippingSlots.Slot> counts = new SlotCounts<>();
        for (int i = 0; i < 1_000; i++) {
            OnThread.call(() -> {
                SkippingSlots.Slot slot = new SkippingSlots.Slot(counts);
                counts.addAndSweep(slot);
                return slot.test("one", Thread.currentThread().getName());
            });
        }
        assertThat(counts.size()).isLessThan(200);
        assertThat(counts.renames()).isEqualTo(1_000);
    }
}
