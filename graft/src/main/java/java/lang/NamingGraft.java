package java.lang;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;
import jdk.internal.misc.Unsafe;

/**
 * Called first by {@code Thread.setName}, which holds the thread's monitor: stores the name, if the native one is taken care of.
 *
 * <p>Hazards. What this calls may open a file, so it may meet any limit, and code of another agent that itself renames the
 * thread; it may be called near the end of the stack. Whatever it throws, the thread's slot is dropped, the JDK's own path sets
 * both names, and a later rename begins anew. An exception from outside, such as that of {@code Thread.stop}, is passed on. No
 * class is loaded here once a thread has gone this way: the trial does.
 *
 * <p>Where a security manager is set it has a say, as in the JDK's own body: it is asked once for each rename, before anything is
 * changed, and what it throws is for the application. If the JDK is going to do the rename, it asks, and we do not. (Should our
 * slot change its mind after we have asked, which it does when the remedy is being taken back at that moment, the JDK asks once
 * more.)
 *
 * <p>Happens-before: {@link #slots} is volatile, written by the installer last on install and first on undo. Whoever reads one
 * that is being undone asks a slot that is closed or closes, and such a slot says false after the last time that it writes. The
 * name is stored as the JDK stores it: volatile, under the thread's monitor.
 */
final class NamingGraft implements BiFunction<String, Object, Object> {
    private static final Unsafe UNSAFE = Unsafe.getUnsafe();
    private static final long NAME = UNSAFE.objectFieldOffset(Thread.class, "name");

    /** What every virtual thread is, or null where there are none. */
    private static final Class<?> VIRTUAL = find("java.lang.BaseVirtualThread");

    /** False on a JDK that has none any more. On JDK 24 and later none can be set. */
    private static final boolean HAS_SECURITY_MANAGERS = find("java.lang.SecurityManager") != null;

    private static final AtomicLong failures = new AtomicLong();

    /** Null unless active. */
    private static volatile NameSlots slots;

    /** What {@link #slots} is or was last. For the installer. */
    private static NameSlots latest;

    private NamingGraft() {
    }

    private static Class<?> find(String name) {
        try {
            return Class.forName(name, false, null);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    /** The agent's side of this graft. */
    static BiFunction<String, Object, Object> control() {
        return new NamingGraft();
    }

    /**
     * What the agent may ask. Called by the agent only, {@code active} by one thread at a time.
     *
     * <ul>
     * <li>{@code active} sets, by a supplier of a slot for the current thread, that renames go this way; by null, that they do
     * not;
     * <li>{@code rename} renames the current thread, if that goes this way, and tells whether it does;
     * <li>{@code failed} reads how often a slot was dropped since it threw something.
     * </ul>
     */
    @Override
    @SuppressWarnings("unchecked")
    public Object apply(String what, Object value) {
        switch (what) {
            case "active":
                if (value != null) {
                    latest = new NameSlots((Supplier<Predicate<String>>) value, latest);
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
     * @return whether that is all; if not, the JDK goes on and does everything
     * @throws SecurityException if a security manager is set and forbids it; nothing has been changed then
     */
    @SuppressWarnings("removal")
    static boolean rename(Thread thread, String name) {
        NameSlots active = slots;
        if (active == null || name == null || thread != Thread.currentThread() || VIRTUAL != null && VIRTUAL.isInstance(thread)) {
            return false;
        }
        Predicate<String> slot;
        SecurityManager manager = null;
        try {
            slot = active.get();
            if (slot == null) {
                return false;
            }
            if (HAS_SECURITY_MANAGERS) {
                manager = System.getSecurityManager();
                if (manager != null && !NameSlots.isReady(slot)) {
                    manager = null;
                }
            }
        } catch (RuntimeException | LinkageError | VirtualMachineError theJdkCanDoWithout) {
            return drop(active);
        }
        if (manager != null) {
            manager.checkAccess(thread);
        }
        try {
            if (!slot.test(name)) {
                return false;
            }
        } catch (RuntimeException | LinkageError | VirtualMachineError theJdkCanDoWithout) {
            return drop(active);
        }
        // The reference, not the text: an application may compare it.
        if (thread.getName() != name) {
            UNSAFE.putReferenceVolatile(thread, NAME, name);
        }
        return true;
    }

    private static boolean drop(NameSlots active) {
        try {
            failed();
            active.drop();
        } catch (RuntimeException | LinkageError | VirtualMachineError asAbove) {
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
