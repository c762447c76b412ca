package jdk.internal.foreign;

import dev.slipstream.runtime.arenas.Stripes;
import java.util.ArrayList;
import java.util.List;
import jdk.internal.vm.annotation.ReservedStackAccess;

/**
 * Folding of a striped session back to one counter, for the JDK's own bodies of its methods. A handshake of all threads comes
 * first, for threads that count beside their stripes; see {@link Releases} and {@link Acquires}.
 */
final class Folding {
    private final SharedSession session;
    private final long[] stripes;

    private Folding(SharedSession session, long[] stripes) {
        this.session = session;
        this.stripes = stripes;
    }

    /** Folds all striped sessions. */
    static void all() {
        Striping.shut();
        ArenasGraft.settle();
        List<Folding> all = new ArrayList<>();
        // Its close is the handshake. All that could fail comes before a word is busy.
        SharedSession handshake = new SharedSession();
        Stripes.needStack();
        int folded = 0;
        try {
            for (int slot = 0; slot < SessionWord.SLOTS; slot++) {
                StripedSession owner = Slots.owner(slot);
                SharedSession session = owner == null ? null : owner.get();
                long[] stripes = session == null ? null : Slots.stripes(session);
                if (stripes != null) {
                    all.add(new Folding(session, stripes));
                    Releases.ask(stripes);
                }
            }
            handshake.close();
            while (folded < all.size()) {
                all.get(folded).fold();
                folded++;
            }
        } finally {
            while (folded < all.size()) {
                Releases.goOn(all.get(folded).stripes);
                folded++;
            }
        }
    }

    private void fold() {
        int word = SessionWord.of(session);
        int spins = 0;
        while (SessionWord.isStriped(word)) {
            Stripes.needStack();
            if (!SessionWord.isBusy(word) && SessionWord.compareAndSet(session, word, word | SessionWord.BUSY)) {
                foldBusy(SessionWord.slot(word));
                return;
            }
            spins = Spins.next(spins);
            word = SessionWord.of(session);
        }
        // Closed meanwhile: the closer had counted all releases.
        Releases.count(stripes);
    }

    @ReservedStackAccess
    private void foldBusy(int slot) {
        if (Slots.stripes(slot) != stripes) {
            // Another thread folded the session, and it was striped again.
            SessionWord.idle(session);
            return;
        }
        long onStripes = Stripes.seal(stripes);
        long users = onStripes + Striping.acquired(session, slot, onStripes) - Releases.count(stripes);
        int word;
        do {
            word = SessionWord.of(session);
        } while (!SessionWord.compareAndSet(session, word, (int) (users + SessionWord.strays(word))));
        Slots.fold(slot);
    }
}
