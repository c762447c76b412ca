package jdk.internal.foreign;

import java.lang.ref.PhantomReference;
import java.lang.ref.WeakReference;

/** Whose stripes are in a slot. It does not keep the session alive: an arena that is never closed must not stay for our sake. */
final class StripedSession extends WeakReference<SharedSession> {
    /** Whether it is one of the application's. */
    final boolean counts;

    /** Back on one counter, while the slot is kept for it. */
    volatile boolean isFolded;

    /** A finalizer may reach what a weak reference has let go of. */
    private final PhantomReference<SharedSession> last;

    /** Made when there is memory. Null once it is closed, and from then on no gate is opened, so that this is asked for once. */
    private volatile SharedSession handshake = new SharedSession();

    StripedSession(SharedSession session, boolean counts) {
        super(session);
        this.counts = counts;
        last = new PhantomReference<>(session, null);
    }

    /** Whether {@link #ask} has not been used. */
    boolean mayAsk() {
        return handshake != null;
    }

    /** Has all threads answer a handshake, with which the JDK closes a session: another one, that nobody uses. */
    void ask() {
        SharedSession unused = handshake;
        handshake = null;
        (unused == null ? new SharedSession() : unused).close();
    }

    boolean isOnStripes() {
        return !isFolded && !refersTo(null);
    }

    /** Whether nobody will ever look for the session's stripes again. Who closes a session on stripes gives its slot back. */
    boolean isGone() {
        SharedSession session = get();
        return session == null ? last.refersTo(null) : isFolded && SessionWord.of(session) < 0;
    }
}
