package dev.slipstream.runtime.naming;

import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * Latest name of one thread, the <em>owner</em>, on its way to the publisher. Leaving a name costs the owner one full fence, and
 * overwrites a name that the publisher has not fetched yet.
 *
 * <p>Argument. The publisher counts in {@code taken} the entries for this mark that it has taken off the stack, and then reads
 * {@code target}. The owner writes {@code target}, then reads {@code taken}. Both fields are volatile, so all threads agree on one
 * order of these accesses. The owner keeps in {@code pushedAt} the count that it read before its last push. If it reads the same
 * count again, the publisher has not taken the entry of that push: it will count the entry later, read {@code target} later
 * still, and so fetch this name or a newer one. If the owner reads another count, it pushes another entry. Either way the publisher
 * fetches a name that is not older than the one left. {@link DirtyStack} loses no entry, so no last name is lost.
 *
 * <p>A stack overflow or an asynchronous exception may stop the owner at any point. Before the push nothing has happened. Between
 * the push and the update of {@code pushedAt} the stack has one entry that {@code pushedAt} does not show; the next name adds a
 * second entry, which does no harm.
 */
class Mark extends Padding {
    // Not a VarHandle: the first ones of a JVM cost it milliseconds, and this may run before the application's main.
    private static final AtomicReferenceFieldUpdater<Mark, String> TARGET =
            AtomicReferenceFieldUpdater.newUpdater(Mark.class, String.class, "target");

    private volatile @Nullable String target;

    /** Written by the publisher only. */
    private volatile long taken;

    /** Value of {@link #taken} before the owner's last push. For the owner only. */
    private long pushedAt = -1;

    /** Returns the name that the owner left or noted last. For the owner. */
    final @Nullable String target() {
        return target;
    }

    /** Notes a name as {@link #note} does, with a full fence. For the owner. */
    final void noteAndFence(String name) {
        target = name;
    }

    /** Notes a name that the publisher need not fetch, or no longer. For the owner. */
    final void note(@Nullable String name) {
        TARGET.lazySet(this, name);
    }

    /**
     * Leaves a name for the publisher to fetch. For the owner.
     *
     * @return false if the stack is closed, so that the name will not be fetched
     */
    final boolean leave(String name, DirtyStack stack) {
        target = name;
        long now = taken;
        if (pushedAt == now) {
            return true;
        }
        boolean pushed = stack.push(this);
        pushedAt = pushed ? now : pushedAt;
        return pushed;
    }

    /** Returns the latest name. For the publisher, once for each entry that it has taken off the stack. */
    @SuppressWarnings("NullAway") // A mark is pushed with a name.
    final String fetch() {
        taken = taken + 1;
        return target;
    }
}
