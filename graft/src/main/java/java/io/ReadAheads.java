package java.io;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/**
 * List of the reachable open streams that have read ahead, so that a detach can make all of them give back. Guarded by the class's
 * lock; no blocking call is made under it.
 */
@NullMarked
final class ReadAheads extends WeakReference<ReadAhead> {
    private static final ReferenceQueue<ReadAhead> gone = new ReferenceQueue<>();

    private static @Nullable ReadAheads first;
    private static int count;

    private @Nullable ReadAheads before;
    private @Nullable ReadAheads after;
    private boolean listed;

    private ReadAheads(ReadAhead of) {
        super(of, gone);
    }

    static synchronized ReadAheads add(ReadAhead of) {
        for (Object each = gone.poll(); each != null; each = gone.poll()) {
            ((ReadAheads) each).unlink();
        }
        ReadAheads place = new ReadAheads(of);
        place.after = first;
        if (first != null) {
            first.before = place;
        }
        first = place;
        place.listed = true;
        count++;
        return place;
    }

    void remove() {
        synchronized (ReadAheads.class) {
            unlink();
        }
    }

    private void unlink() {
        if (listed) {
            listed = false;
            count--;
            if (before == null) {
                first = after;
            } else {
                before.after = after;
            }
            if (after != null) {
                after.before = before;
            }
            before = null;
            after = null;
        }
    }

    /** Returns the listed streams. */
    static synchronized @Nullable ReadAhead[] all() {
        ReadAhead[] all = new ReadAhead[count];
        int next = 0;
        for (ReadAheads each = first; each != null; each = each.after) {
            all[next++] = each.get();
        }
        return all;
    }
}
