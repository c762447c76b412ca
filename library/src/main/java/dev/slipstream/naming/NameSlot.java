package dev.slipstream.naming;

import java.io.IOException;
import java.security.PrivilegedAction;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.function.Predicate;

/**
 * A platform thread's place with a {@link NamePublisher}: what it calls itself, and the file that tells the operating system.
 *
 * <p>The thread's first {@value #TRIAL} renames are left to the JDK, so that a thread which ends soon costs nothing new. Then the
 * slot looks whether the thread bears the name that the JDK has set last. It does not where native code has started the thread,
 * or has named it: the JDK never touches such a name, or somebody else does, and neither will the slot. Otherwise it opens the
 * thread's name file, which stays open until {@link #close} or until the publisher finds the thread dead.
 *
 * <p>The open files for names are a quarter of those that the process may have, at most. A thread for which there is none is left
 * to the JDK, and so is one whose file cannot be opened or written; the publisher's host is told.
 *
 * <p>What is published is what the thread has called itself. Other threads that rename it change its Java name only, as ever.
 *
 * <p>{@link #test}, {@link #run} and {@link #close} are for the thread itself.
 */
public final class NameSlot extends Mark implements Predicate<String>, PrivilegedAction<Boolean>, AutoCloseable, Counting {
    /** How many renames the JDK does before a thread counts as one that renames itself. */
    public static final int TRIAL = 8;

    private static final int OVER = -1;
    private static final AtomicLongFieldUpdater<NameSlot> RENAMES =
            AtomicLongFieldUpdater.newUpdater(NameSlot.class, "renames");
    private static final AtomicLongFieldUpdater<NameSlot> SAME = AtomicLongFieldUpdater.newUpdater(NameSlot.class, "same");

    private final NamePublisher publisher;
    private final DirtyStack stack;
    private final Thread owner;
    private final boolean followsJavaName;
    private int trial = TRIAL;

    // Written by the owner only, and without a fence, so that counting costs nothing.
    private volatile long renames;
    private volatile long same;

    /** Set by the owner; taken away by the publisher too. */
    private volatile boolean published;

    /** The owner sets it before its first push. */
    private NameFile file;

    /** What the file shows; the publisher's, once the owner has set it. */
    private final byte[] shown = new byte[NativeNames.SIZE];

    NameSlot(NamePublisher publisher, DirtyStack stack, boolean followsJavaName) {
        this.publisher = publisher;
        this.stack = stack;
        this.owner = Thread.currentThread();
        this.followsJavaName = followsJavaName;
    }

    /**
     * The thread renames itself.
     *
     * @return true if the native name is taken care of; false if the caller must have the JDK set it, which is then the last name
     *         set: nothing older is published afterwards
     */
    @Override
    public boolean test(String name) {
        if (!published) {
            return tryOut(name, null);
        }
        if (name.equals(target())) {
            SAME.lazySet(this, same + 1);
            return true;
        }
        RENAMES.lazySet(this, renames + 1);
        return leave(name, stack) || giveUp();
    }

    /**
     * Whether the next rename will be taken, unless the publisher ends first; opens the thread's name file if that is due. For
     * callers that have to ask somebody before they rename, but only if the JDK will not ask.
     */
    @Override
    public Boolean run() {
        return published || isDue() && open(null);
    }

    /**
     * As {@link #test}, for a thread whose Java name may also be set where we do not notice. The new one must have been set
     * already.
     *
     * @param former the Java name that it replaced; the same text counts as the same name only if this is what was left last
     */
    boolean follow(String name, String former) {
        if (!published) {
            return tryOut(name, former);
        }
        if (former == target() && name.equals(former)) {
            note(name);
            SAME.lazySet(this, same + 1);
            return true;
        }
        RENAMES.lazySet(this, renames + 1);
        return leave(name, stack) || giveUp();
    }

    private boolean tryOut(String name, String former) {
        if (trial > 0) {
            trial--;
            note(name);
            return false;
        }
        return isDue() && open(former) && (former == null ? test(name) : follow(name, former));
    }

    /** Whether the trial is just over: once. */
    private boolean isDue() {
        boolean due = trial == 0;
        if (due) {
            trial = OVER;
        }
        return due;
    }

    private boolean open(String former) {
        try {
            int most = publisher.open().most();
            if (publisher.open().size() >= most) {
                throw new IOException(most + " name files are open, a quarter of the open files that the process may have");
            }
            byte[] now = publisher.comm().read();
            NativeNames own = publisher.formOfTheJdk();
            if (!Arrays.equals(now, own.bytes(target())) && (former == null || !Arrays.equals(now, own.bytes(former)))) {
                return false;
            }
            System.arraycopy(now, 0, shown, 0, now.length);
            if (publisher.form() != own) {
                // The same text has another native name with us.
                note(null);
            }
            file = new NameFile(publisher.comm().open());
        } catch (IOException | SecurityException e) {
            publisher.refused(e);
            return false;
        }
        if (!publisher.open().add(this)) {
            closeFile();
            return false;
        }
        published = true;
        return true;
    }

    /** The publisher is gone, or just ending: whatever it still writes must come before what the JDK will write now. */
    private boolean giveUp() {
        published = false;
        try {
            file.closeAndWait();
        } catch (IOException e) {
            publisher.refused(e);
        }
        return false;
    }

    /** The thread ends: closes its file, without waiting for anybody. Afterwards every rename is left to the JDK. */
    @Override
    public void close() {
        trial = OVER;
        if (file != null) {
            end();
        }
    }

    /** No more is published for this slot. The publisher or the owner, any number of times. */
    void end() {
        published = false;
        publisher.open().remove(this);
        closeFile();
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
     * Writes the name that was left last, if it is not shown already. The publisher only, after it has taken the slot off the
     * stack.
     *
     * @param room at least {@link NativeNames#SIZE} bytes, overwritten
     * @return whether something was written
     * @throws IOException if the thread has just died, or cannot be written to for another reason
     */
    boolean publish(NativeNames form, byte[] room) throws IOException {
        String left = fetch();
        String name = followsJavaName ? owner.getName() : left;
        int length = form.encode(name, room);
        // Where the Java name may be set without our notice, so may the native name.
        if (!followsJavaName && Arrays.equals(room, shown)) {
            return false;
        }
        // A write of no bytes would never get to the kernel.
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
