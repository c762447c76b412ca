package jdk.internal.foreign;

import java.util.ArrayList;
import java.util.List;
import jdk.internal.vm.annotation.ReservedStackAccess;

/**
 * A session on stripes is put back on one counter, for the JDK's own bodies of its methods. Who counts beside its stripe is
 * asked first, by a handshake of all threads, see {@link Releases} and {@link Acquires}.
 */
final class Folding {
    private final SharedSession session;
    private final long[] stripes;

    private Folding(SharedSession session, long[] stripes) {
        this.session = session;
        this.stripes = stripes;
    }

    /** All sessions that are on stripes. */
    static void all() {
        Striping.shut();
        ArenasGraft.settle();
        List<Folding> all = new ArrayList<>();
        // The JDK closes a session with a handshake. What could fail is here, before anything is busy.
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
        // Closed meanwhile, which had all releases.
        Releases.count(stripes);
    }

    @ReservedStackAccess
    private void foldBusy(int slot) {
        if (Slots.stripes(slot) != stripes) {
            // Put back by another thread, and on stripes again.
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
