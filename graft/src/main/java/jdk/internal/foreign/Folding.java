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
        List<Folding> all = new ArrayList<>();
        // The JDK closes a session with a handshake. What could fail is here, before anything is busy.
        SharedSession handshake = new SharedSession();
        Stripes.needStack();
        boolean answered = false;
        try {
            for (int slot = 0; slot < SessionWord.SLOTS; slot++) {
                StripedSession owner = Slots.owner(slot);
                SharedSession session = owner == null ? null : owner.get();
                long[] stripes = session == null ? null : Slots.stripes(session);
                if (stripes != null) {
                    all.add(new Folding(session, stripes));
                    // Marks first: who opens a gate looks at the mark.
                    Releases.ask(stripes);
                    Acquires.ask(stripes);
                }
            }
            handshake.close();
            answered = true;
        } finally {
            for (Folding one : all) {
                if (answered) {
                    Acquires.shut(one.stripes);
                    one.fold();
                } else {
                    Acquires.goOn(one.stripes);
                    Releases.goOn(one.stripes);
                }
            }
        }
    }

    private void fold() {
        int word = SessionWord.of(session);
        while (SessionWord.isStriped(word)) {
            Stripes.needStack();
            if (!SessionWord.isBusy(word) && SessionWord.compareAndSet(session, word, word | SessionWord.BUSY)) {
                foldBusy(SessionWord.slot(word));
                return;
            }
            Thread.onSpinWait();
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
        long users = Stripes.seal(stripes) + Acquires.settle(stripes, Slots.owner(slot)) - Releases.count(stripes);
        int word;
        do {
            word = SessionWord.of(session);
        } while (!SessionWord.compareAndSet(session, word, (int) (users + SessionWord.strays(word))));
        Slots.fold(slot);
    }
}
