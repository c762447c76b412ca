package jdk.internal.foreign;

import java.lang.ref.WeakReference;

/** The stripes of a session, which it does not keep alive: an arena that is never closed must not stay for our sake. */
final class StripedSession extends WeakReference<SharedSession> {
    final long[] stripes;

    /** With all stripes sealed. */
    StripedSession(SharedSession session, int count) {
        super(session);
        stripes = Stripes.sealed(count);
    }
}
