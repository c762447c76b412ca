package jdk.internal.foreign;

import java.lang.ref.WeakReference;

/** Whose stripes are in a slot. It does not keep the session alive: an arena that is never closed must not stay for our sake. */
final class StripedSession extends WeakReference<SharedSession> {
    /** Whether it is one of the application's. */
    final boolean counts;

    StripedSession(SharedSession session, boolean counts) {
        super(session);
        this.counts = counts;
    }
}
