package dev.slipstream.stress.arenas;

import dev.slipstream.stress.Pause;
import dev.slipstream.stress.Run;
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
    private final Memory memory = new Memory();
    private final SharedArena first = new SharedArena(memory);
    private final SharedArena second = new SharedArena(() -> {});

    public SharedSlot() {
        Memory.stripe(first);
    }

    /** Acquires the first arena. */
    public final String use() {
        for (int word = first.word(); word >= 0; word = first.word()) {
            Pause.forAHandshake();
            if (counts(word)) {
                return "counted";
            }
        }
        return "too late";
    }

    /** Counts an acquire of the first arena, whose word was that one. */
    boolean counts(int word) {
        return first.acquire(word);
    }

    /** Closes the first arena unless it has a user, gives its slot to the second one, and closes that. */
    public final String succeed() {
        int slot = first.slot();
        Pause.forAHandshake();
        long users = first.close();
        if (users != 0) {
            return "refused:" + users;
        }
        second.stripeIn(slot);
        Pause.briefly();
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
