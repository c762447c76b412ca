package dev.slipstream.stress.arenas;

import dev.slipstream.stress.Pause;
import dev.slipstream.stress.Run;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.Outcome;

/**
 * Slot that two striped arenas use one after the other. In an application a slot is reused only after thousands of arenas, so
 * that a test would hardly ever meet a late thread.
 */
@Outcome(id = "counted, refused:1, freed 1", expect = Expect.ACCEPTABLE, desc = "Used, so that it is not closed.")
@Outcome(id = "too late, closed, then the second with users:0, freed 1", expect = Expect.ACCEPTABLE, desc = "Closed first.")
@Outcome(expect = Expect.FORBIDDEN, desc = "No order of the steps explains that.")
@Run(name = "SlotReuse", actors = {"use", "succeed"}, holds = SharedSlot.class, broken = SharedSlot.LooksOnce.class)
public class SharedSlot {
    private static final int PATIENCE = 1 << 16;

    private final Memory memory = new Memory();
    private final SharedArena first = new SharedArena(memory);
    private final SharedArena second = new SharedArena(() -> {});

    // How far both threads are: the word is read, the slot has its next arena or will have none, the word is used.
    private volatile boolean isRead;
    private volatile boolean isDecided;
    private volatile boolean isUsed;

    public SharedSlot() {
        Memory.stripe(first);
    }

    /** Acquires the first arena. */
    public final String use() {
        for (int word = first.word(); word >= 0; word = first.word()) {
            isRead = true;
            pause(() -> isDecided);
            boolean counted = counts(word);
            isUsed = true;
            if (counted) {
                return "counted";
            }
        }
        return "too late";
    }

    /** Waits for the other thread half the time: a pause alone seldom ends while the second arena has the slot. */
    private static void pause(BooleanSupplier other) {
        Pause.forAHandshake();
        int spins = ThreadLocalRandom.current().nextBoolean() ? 0 : PATIENCE;
        for (; spins < PATIENCE && !other.getAsBoolean(); spins++) {
            Thread.onSpinWait();
        }
    }

    /** Counts an acquire of the first arena, whose word was that one. */
    boolean counts(int word) {
        return first.acquire(word);
    }

    /** Closes the first arena unless it has a user, gives its slot to the second one, and closes that. */
    public final String succeed() {
        int slot = first.slot();
        pause(() -> isRead);
        long users = first.close();
        if (users != 0) {
            isDecided = true;
            return "refused:" + users;
        }
        second.stripeIn(slot);
        isDecided = true;
        pause(() -> isUsed);
        return "closed, then the second with users:" + second.close();
    }

    /** Closes both arenas, and returns the state of the first one's memory. Called after both actors. */
    public final String afterwards() {
        memory.end(second);
        memory.end(first);
        return memory.end();
    }

    /** A user that does not read the word again counts for the next arena in the slot. */
    static final class LooksOnce extends SharedSlot {
        @Override
        boolean counts(int word) {
            return SharedArena.addTo(word);
        }
    }
}
