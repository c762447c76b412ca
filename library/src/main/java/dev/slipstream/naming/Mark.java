package dev.slipstream.naming;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

/**
 * The latest name of one thread on its way from the thread, its <em>owner</em>, to the publisher. To leave another name costs the
 * owner one full fence; what the publisher has not fetched by then is overwritten.
 *
 * <p>Argument. The owner writes {@code target} and then reads {@code dirty}; the publisher takes {@code dirty} away and then
 * reads {@code target}. All four are volatile, hence in one order that all agree on. So if the owner still reads that it is
 * dirty, the publisher's write comes later, and its read later still: it fetches this name or a newer one. If the owner reads
 * that it is clean, it puts the mark onto the stack again. Either way the publisher fetches a name that is not older than the
 * one left, which is all there is to prove, as {@link DirtyStack} loses nothing.
 *
 * <p>A mark is on the stack once at most: only the step from not dirty to dirty puts it there, and dirty is taken away only by
 * who has taken it off the stack, after {@code next} was read, which belongs to the next push from then on. Since dirty comes
 * before the push, the publisher never takes away a dirty that is yet to come.
 */
class Mark extends Padding {
    private static final int CLEAN = 0;
    private static final int DIRTY = 1;

    // Not VarHandles: the first ones of a JVM cost it milliseconds, and this may run before the application's main.
    private static final AtomicReferenceFieldUpdater<Mark, String> TARGET =
            AtomicReferenceFieldUpdater.newUpdater(Mark.class, String.class, "target");
    private static final AtomicIntegerFieldUpdater<Mark> STATE = AtomicIntegerFieldUpdater.newUpdater(Mark.class, "dirty");

    private volatile String target;
    private volatile int dirty;

    /** Belongs to {@link DirtyStack}. */
    Mark next;

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
        return dirty == DIRTY || queue(stack);
    }

    /** Puts the mark onto the stack, unless it is there. Any thread. */
    final boolean queue(DirtyStack stack) {
        return !STATE.compareAndSet(this, CLEAN, DIRTY) || stack.push(this);
    }

    /** Fetches the name. For the publisher, after it has taken the mark off the stack and read {@link #next}. */
    final String fetch() {
        dirty = CLEAN;
        return target;
    }
}
