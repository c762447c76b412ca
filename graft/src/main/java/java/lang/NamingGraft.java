package java.lang;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Supplier;
import jdk.internal.misc.Unsafe;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/**
 * Prefix of {@code Thread.setName}, which holds the thread's monitor. Stores the Java name if a slot takes care of the native name.
 *
 * <p>Hazards. A slot may open a file, meet any resource limit, or run another agent's code that renames the thread; the stack may
 * end. After any failure the graft drops the thread's slot, and the JDK's own path sets both names; a later rename makes a new
 * slot. An asynchronous exception, such as that of {@code Thread.stop}, is passed on. This path loads no class, since the self-test
 * took it.
 *
 * <p>A security manager is consulted once per rename, before any change, and its exception reaches the application, as in the JDK's
 * own body. If the JDK does the rename, it consults the manager itself. (If a slot refuses after the check, since the remedy is
 * being undone at that moment, the JDK consults it again. A manager that is set during a rename may be consulted when the Java name has
 * changed.)
 *
 * <p>Happens-before: {@link #slots} is volatile, written by the installer last on install and first on undo. A thread that reads
 * slots being undone asks a slot that is closing or closed; such a slot returns false after its last write.
 *
 * <p>The name is stored under the thread's monitor, and for the application as the JDK stores it, by a volatile write: a release store
 * here, and a full fence before the application goes on. One fence serves the name and the slot: the slot executes it, or the JDK's own
 * body does, which stores the name again. Between the store and the fence this thread runs no code of the application, which therefore
 * cannot tell where between them the write took place. An exception of {@code Thread.stop} may come between the Java name and the native
 * one, as in the JDK's own body.
 */
@NullMarked
final class NamingGraft implements BiFunction<String, Object, Object> {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long NAME = UNSAFE.objectFieldOffset(Thread.class, "name");

    /** Superclass of all virtual threads; null on a JDK without them. */
    private static final @Nullable Class<?> VIRTUAL = find("java.lang.BaseVirtualThread");

    /** False if the class is gone. JDK 24 and later have it, but no security manager can be set. */
    private static final boolean HAS_SECURITY_MANAGERS = find("java.lang.SecurityManager") != null;

    private static final AtomicLong failures = new AtomicLong();

    private static final long ID = UNSAFE.objectFieldOffset(Thread.class, "tid");

    /** Renames of one thread by itself after which a baked JDK starts the engine: many programs name each thread once. */
    private static final int FEW = 8;

    /** Bits for the count in an element of {@link #renames}; it is {@link #FEW} at most. */
    private static final int COUNT_BITS = 4;

    /** Null unless active. */
    private static volatile @Nullable NameSlots slots;

    /**
     * Renames of threads by themselves while the remedy was not in force: in each element the identifier of a thread, and its count,
     * up to {@link #FEW}. Threads that share an element displace each other, so some renames may be missing, and no thread counts
     * those of another.
     */
    private static final long[] renames = new long[256];

    /**
     * The latest value of {@link #slots} that is not null. For the installer.
     *
     * @see "dev.slipstream.runtime.naming.SlotMaker"
     */
    private static @Nullable NameSlots latest;

    private NamingGraft() {}

    private static @Nullable Class<?> find(String name) {
        try {
            return Class.forName(name, false, null);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    /** Returns the control object for the agent. */
    static BiFunction<String, Object, Object> control() {
        return new NamingGraft();
    }

    /**
     * Handles a request of the agent, {@code active} by one thread at a time.
     *
     * <ul>
     * <li>{@code active} sets the supplier of the current thread's slot, or null to leave all renames to the JDK;
     * <li>{@code rename} renames the current thread by its slot, and returns whether the slot took the name;
     * <li>{@code failed} returns how often a slot was dropped after an exception.
     * </ul>
     *
     * @see "dev.slipstream.agent.naming.NamingSwitch"
     */
    @Override
    @SuppressWarnings("unchecked")
    public @Nullable Object apply(String what, @Nullable Object value) {
        switch (what) {
            case "active":
                if (value != null) {
                    latest = new NameSlots((Supplier<BiPredicate<String, String>>) value, latest);
                }
                slots = value == null ? null : latest;
                return null;
            case "rename":
                return rename(Thread.currentThread(), (String) value);
            case "failed":
                return failures.get();
            default:
                throw new IllegalArgumentException(what);
        }
    }

    /**
     * Called first by {@code Thread.setName}.
     *
     * @return whether the rename is done; if not, the JDK's own body does it
     * @throws SecurityException if a security manager forbids the rename; nothing is changed
     * @see "dev.slipstream.runtime.naming.NameSlot"
     */
    @SuppressWarnings("removal")
    static boolean rename(Thread thread, @Nullable String name) {
        NameSlots active = slots;
        if (name == null || thread != Thread.currentThread() || (VIRTUAL != null && VIRTUAL.isInstance(thread))) {
            return false;
        }
        if (active == null) {
            count(thread);
            return false;
        }
        BiPredicate<String, String> slot;
        SecurityManager manager = null;
        boolean mayBeForbidden = false;
        try {
            slot = active.get();
            if (slot == null) {
                return false;
            }
            if (HAS_SECURITY_MANAGERS) {
                manager = System.getSecurityManager();
                if (manager != null && !NameSlots.isReady(slot)) {
                    manager = null;
                    mayBeForbidden = true;
                }
            }
        } catch (RuntimeException | LinkageError | VirtualMachineError e) {
            return drop(active);
        }
        if (manager != null) {
            manager.checkAccess(thread);
        }
        try {
            String former = thread.getName();
            // Compares references, since an application may do so as well.
            if (former != name && !mayBeForbidden) {
                UNSAFE.putReferenceRelease(thread, NAME, name);
            }
            if (!slot.test(name, former)) {
                return false;
            }
        } catch (RuntimeException | LinkageError | VirtualMachineError e) {
            return drop(active);
        }
        if (thread.getName() != name) {
            UNSAFE.putReferenceVolatile(thread, NAME, name);
        }
        return true;
    }

    /** Counts a rename that the JDK does. A failure at the end of the stack is left to the JDK's own body, too. */
    private static void count(Thread thread) {
        try {
            // Not the method, which subclasses override on JDK 17.
            long id = UNSAFE.getLong(thread, ID);
            int place = (int) id & renames.length - 1;
            long before = renames[place];
            int count = before >>> COUNT_BITS == id ? (int) before & (1 << COUNT_BITS) - 1 : 0;
            if (count == FEW) {
                idle();
            } else {
                renames[place] = id << COUNT_BITS | count + 1;
            }
        } catch (VirtualMachineError e) {
            return;
        }
    }

    /**
     * Called while the remedy is not in force. Does nothing; in a baked JDK it starts the engine.
     *
     * @see "jdk.internal.misc.BakedEngine"
     */
    static void idle() {}

    private static boolean drop(NameSlots active) {
        try {
            failed();
            active.drop();
        } catch (RuntimeException | LinkageError | VirtualMachineError e) {
            return false;
        }
        return false;
    }

    static boolean isActive(NameSlots which) {
        return slots == which;
    }

    static void failed() {
        failures.getAndIncrement();
    }
}
