package dev.slipstream.naming;

import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/**
 * The latest name of one thread on its way from the thread, its <em>owner</em>, to the publisher. To leave another name costs the
 * owner one full fence; what the publisher has not fetched by then is overwritten.
 *
 * <p>Argument. The publisher counts in {@code taken} how many entries for this mark it has taken off the stack, and reads {@code
 * target} after that. The owner writes {@code target}, then reads {@code taken}. Both fields are volatile, hence in one order that
 * all agree on. The owner notes in {@code pushedAt} what it had read before its last push. If it reads the same again, the entry
 * of that push has not been taken: the publisher will count it later, and read {@code target} later still, and so fetches this
 * name or a newer one. If it reads another number, it pushes another entry. Either way the publisher fetches a name that is not
 * older than the one left. {@link DirtyStack} loses no entry, so no last name is lost.
 *
 * <p>The owner may be stopped at any point, by the end of its stack or by another thread. Before the push nothing has happened;
 * between the push and the note there is one entry more than was noted. The next name brings a second one, which does no harm.
 */
class Mark extends Padding {
    // Not a VarHandle: the first ones of a JVM cost it milliseconds, and this may run before the application's main.
    private static final AtomicReferenceFieldUpdater<Mark, String> TARGET =
            AtomicReferenceFieldUpdater.newUpdater(Mark.class, String.class, "target");

    private volatile String target;

    /** Written by the publisher only. */
    private volatile long taken;

    /** The owner's: what {@link #taken} was before its last push. */
    private long pushedAt = -1;

    /** What the owner left last; for the owner. */
    final String target() {
        return target;
    }

    /** Notes a name that is not, or no longer, to be fetched. For the owner. */
    final void note(String name) {
        TARGET.lazySet(this, name);
    }

    /**
     * Leaves a name to be fetched. For the owner.
     *
     * @return false if the stack is closed: then nobody will fetch it
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

    /** Fetches the name. For the publisher, once for each entry that it has taken off the stack. */
    final String fetch() {
        taken = taken + 1;
        return target;
    }
}
