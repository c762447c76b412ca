package jdk.internal.foreign;

import java.lang.ref.WeakReference;

/** The stripes of a session, which it does not keep alive: an arena that is never closed must not stay for our sake. */
final class StripedSession extends WeakReference<SharedSession> {
    final long[] stripes;

    /** Whether it is one of the application's. */
    final boolean counts;

    /** With all stripes sealed. */
    StripedSession(SharedSession session, int count, boolean counts) {
        super(session);
        stripes = Stripes.sealed(count);
        this.counts = counts;
    }
}
