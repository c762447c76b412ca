package dev.slipstream.runtime.naming;

import java.io.IOException;
import java.security.PrivilegedAction;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Slot of a platform thread at a {@link NamePublisher}: the name that the thread gives itself, and the file that tells the
 * operating system.
 *
 * <p>The thread's first {@value #THRESHOLD} renames are left to the JDK, and more of them while {@link FileBudget} grants no file, so
 * that threads which end soon cost nothing new. Then the slot checks whether the thread bears the name that the JDK set last. It does not if native code started the thread (the JDK then
 * never touches its native name) or named it; the slot leaves such a name alone. Otherwise the slot opens the thread's name file,
 * which stays open until {@link #close} or until the publisher finds the thread dead.
 *
 * <p>Name files that stay open are at most a quarter of the files that the process may have open. For a thread beyond that limit the
 * publisher opens the file for each name. A thread whose file cannot be opened or written is left to the JDK, and the publisher's host is
 * notified.
 *
 * <p>The slot publishes the names that the thread gives itself. Another thread that renames it changes its Java name only, as in
 * the JDK.
 *
 * <p>{@link #test}, {@link #run} and {@link #close} are for the thread itself.
 *
 * @see "java.lang.NamingGraft"
 */
public final class NameSlot extends Mark
        implements BiPredicate<String, String>, PrivilegedAction<Boolean>, AutoCloseable, SlotCounts.Counting {
    /** Number of renames that the JDK does before a thread counts as one that renames itself. */
    public static final int THRESHOLD = 8;

    private static final int OVER = -1;
    private static final AtomicLongFieldUpdater<NameSlot> RENAMES =
            AtomicLongFieldUpdater.newUpdater(NameSlot.class, "renames");
    private static final AtomicLongFieldUpdater<NameSlot> SAME = AtomicLongFieldUpdater.newUpdater(NameSlot.class, "same");

    private final NamePublisher publisher;
    private final DirtyStack stack;
    private final Thread owner;
    private final boolean followsJavaName;

    /** Renames left to the JDK before the slot asks for a file, or {@link #OVER}. */
    private int remaining = THRESHOLD;

    /** Number of renames that are left to the JDK; doubles while there is no file for this thread. */
    private int threshold = THRESHOLD;

    // Written by the owner only, without a fence, so that counting costs nothing.
    private volatile long renames;
    private volatile long same;

    /** Set by the owner; cleared by the owner or the publisher. */
    private volatile boolean published;

    /** Set by the owner before its first push; null until then. */
    @SuppressWarnings("NullAway.Init")
    private NameFile file;
    private boolean keepsFile;

    /** Renames for which {@link FileBudget} has credit already. For the publisher only. */
    private long credited;

    /** Content of the file. For the publisher only, once the owner has set it. */
    private final byte[] shown = new byte[NativeNames.SIZE];

    NameSlot(NamePublisher publisher, DirtyStack stack, boolean followsJavaName) {
        this.publisher = publisher;
        this.stack = stack;
        this.owner = Thread.currentThread();
        this.followsJavaName = followsJavaName;
    }

    /**
     * Hands a new name of the thread to the publisher. The caller has stored the new Java name already.
     *
     * @param former the Java name that was replaced; an equal new name changes nothing only if this is the name left last
     * @return true if the native name is taken care of; false if the caller must have the JDK set it, which is then the last name
     *         set: nothing older is published afterwards
     */
    @Override
    public boolean test(String name, String former) {
        if (!published) {
            return tryOut(name, former);
        }
        if (former == target() && name.equals(former)) {
            if (name != former) {
                noteAndFence(name);
            }
            SAME.lazySet(this, same + 1);
            return true;
        }
        RENAMES.lazySet(this, renames + 1);
        return leave(name, stack) || giveUp();
    }

    /**
     * Tells whether the next rename will be taken, unless the publisher ends first; opens the thread's name file if that is due.
     * For callers that must consult a security manager before a rename, but only if the JDK will not.
     */
    @Override
    public Boolean run() {
        return published || (isDue() && open(null));
    }

    private boolean tryOut(String name, String former) {
        if (isDue()) {
            return open(followsJavaName ? former : null) && test(name, former);
        }
        if (remaining > 0) {
            remaining--;
            note(name);
        }
        return false;
    }

    /** Returns true once, when the threshold is reached. Doubles the threshold if there is no file for this thread yet. */
    private boolean isDue() {
        if (remaining != 0) {
            return false;
        }
        boolean due = publisher.budget().grants(owner, threshold);
        remaining = due ? OVER : threshold;
        threshold += due ? 0 : threshold;
        return due;
    }

    @SuppressWarnings("NullAway") // The renames before it have noted one.
    private boolean open(@Nullable String former) {
        try {
            byte[] now = publisher.comm().read();
            NativeNames own = publisher.formOfTheJdk();
            if (!Arrays.equals(now, own.bytes(target())) && (former == null || !Arrays.equals(now, own.bytes(former)))) {
                return false;
            }
            System.arraycopy(now, 0, shown, 0, now.length);
            if (publisher.form() != own) {
                // Our form may give the same text another native name.
                note(null);
            }
            OpenSlots slots = publisher.openSlots();
            keepsFile = slots.takeFile();
            file = new NameFile(
                    keepsFile ? publisher.comm().open(slots.files()) : publisher.comm().openForEachWrite());
        } catch (IOException | SecurityException e) {
            publisher.refused(e);
            return false;
        }
        if (!publisher.openSlots().add(this)) {
            closeFile();
            return false;
        }
        published = true;
        return true;
    }

    /** Leaves renames to the JDK, since the publisher ends. Waits, so that the publisher's last write precedes the JDK's. */
    private boolean giveUp() {
        published = false;
        try {
            file.closeAndWait();
        } catch (IOException e) {
            publisher.refused(e);
        }
        return false;
    }

    /** Called when the thread ends: closes its file without waiting. Leaves all later renames to the JDK. */
    @Override
    public void close() {
        remaining = OVER;
        if (file != null) {
            end();
        }
    }

    /** Ends publishing for this slot. For the publisher and the owner, any number of times. */
    void end() {
        published = false;
        publisher.openSlots().remove(this);
        closeFile();
    }

    /** Returns whether the file stays open; if not, it may be refused for a while. For the publisher, after the first push. */
    boolean keepsFile() {
        return keepsFile;
    }

    private void closeFile() {
        try {
            file.close();
        } catch (IOException e) {
            publisher.refused(e);
        }
    }

    @Override
    public Thread owner() {
        return owner;
    }

    @Override
    public long renames() {
        return renames;
    }

    @Override
    public long same() {
        return same;
    }

    /**
     * Writes the name that was left last, unless the file shows it already. For the publisher only, after it has taken the slot off
     * the stack.
     *
     * @param room at least {@link NativeNames#SIZE} bytes, overwritten
     * @return whether something was written
     * @throws IOException if the thread has just died, or if its file cannot be written for another reason
     */
    boolean publish(NativeNames form, byte[] room) throws IOException {
        String left = fetch();
        long taken = renames + same;
        publisher.budget().earn(taken - credited);
        credited = taken;
        String name = followsJavaName ? owner.getName() : left;
        int length = form.encode(name, room);
        // If the Java name may be set without our notice, so may the native name.
        if (!followsJavaName && Arrays.equals(room, shown)) {
            return false;
        }
        // An empty write would never reach the kernel.
        if (!file.write(room, Math.max(length, 1))) {
            return false;
        }
        System.arraycopy(room, 0, shown, 0, NativeNames.SIZE);
        if (followsJavaName && owner.getName() != name) {
            stack.push(this);
        }
        return true;
    }
}
