package jdk.internal.foreign;

import java.lang.ref.PhantomReference;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/** The session that has a slot. A weak reference, so that an arena that is never closed can be collected. */
@NullMarked
final class StripedSession extends WeakReference<SharedSession> {
    /** Whether it is a session of the application. */
    final boolean counts;

    /** Whether it was folded to one counter; the slot is kept for it. */
    volatile boolean isFolded;

    /** Tells when finalizers, too, can no longer reach the session. */
    private final PhantomReference<SharedSession> last;

    /** Closed for the handshake; allocated in advance. Null afterwards: no gate is opened from then on, so one is enough. */
    private volatile @Nullable SharedSession handshake = new SharedSession();

    StripedSession(SharedSession session, boolean counts) {
        super(session);
        this.counts = counts;
        last = new PhantomReference<>(session, null);
    }

    /** Tells whether {@link #ask} has not been called. */
    boolean mayAsk() {
        return handshake != null;
    }

    /** Performs a handshake with all threads, by closing an unused session. */
    void ask() {
        SharedSession unused = handshake;
        handshake = null;
        (unused == null ? new SharedSession() : unused).close();
    }

    boolean isOnStripes() {
        return !isFolded && !refersTo(null);
    }

    /** Tells whether no thread can use the session's stripes again. The close of a striped session gives the slot back itself. */
    boolean isGone() {
        SharedSession session = get();
        return session == null ? last.refersTo(null) : isFolded && SessionWord.of(session) < 0;
    }
}
