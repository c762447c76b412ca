package dev.slipstream.naming;

import dev.slipstream.runtime.threads.Opens;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * Equivalent of {@code Thread.currentThread().setName(name)} without a system call. {@link Thread#getName} returns the new name at
 * once; the operating system's tools show it within twenty milliseconds.
 * <pre>{@code
 *     ThreadNames.set("order 4711");
 *     try (var job = ThreadNames.scoped("job 42")) { ... }
 * }</pre>
 *
 * <p>Runs at full speed on Linux if the name of a thread can be written; {@link #mode} says whether it can. On JDK 24 and later that
 * needs the option {@link #OPENS}. A thread may use
 * {@link Thread#setName} as well. Virtual threads have a Java name only. If the agent's remedy has been active, or a security
 * manager is set, every method here calls {@link Thread#setName}. Starts a daemon thread on first use. Safe for use by several
 * threads; each thread names itself.
 *
 * @since 1.0.0
 */
public final class ThreadNames {
    /**
     * Option of the java command that JDK 24 and later need. It names the module {@code dev.slipstream} if the library is one, else
     * {@code ALL-UNNAMED}.
     */
    public static final String OPENS = Opens.of("java.lang");

    /** (Thread)boolean; always false on a JDK without virtual threads. */
    private static final MethodHandle IS_VIRTUAL;

    /** ()Object; always null on a JDK where no security manager can be set. */
    private static final MethodHandle SECURITY_MANAGER;

    static {
        try {
            MethodHandles.Lookup here = MethodHandles.publicLookup();
            int jdk = Runtime.version().feature();
            IS_VIRTUAL = jdk < 21
                    ? MethodHandles.dropArguments(MethodHandles.constant(boolean.class, false), 0, Thread.class)
                    : here.findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
            SECURITY_MANAGER = jdk >= 24
                    ? MethodHandles.constant(Object.class, null)
                    : here.findStatic(System.class, "getSecurityManager",
                            MethodType.methodType(Class.forName("java.lang.SecurityManager")))
                            .asType(MethodType.methodType(Object.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Way in which the Java name is stored. */
    public enum Mode {
        /** Stores into the field, since {@code java.base/java.lang} is open to the library ({@link #OPENS}). Any JDK. */
        OPENED,

        /** Stores into the field through {@code sun.misc.Unsafe}. JDK 17 to 23, since later releases warn about that. */
        UNSAFE,

        /** Calls {@link Thread#setName}, with its system call, unless the name stays the same. On JDK 24 and later without {@link #OPENS}. */
        SET_NAME
    }

    private ThreadNames() {}

    /** {@return how names are set now} Changes to {@link Mode#SET_NAME} when the agent's remedy takes over. */
    public static Mode mode() {
        return OwnName.mode();
    }

    /**
     * Names the current thread.
     *
     * @param name the name
     * @throws NullPointerException if the name is null
     * @throws SecurityException if {@link Thread#setName} throws it
     */
    public static void set(String name) {
        Thread thread = Thread.currentThread();
        if (name == null || isVirtual(thread) || hasSecurityManager()) {
            thread.setName(name);
        } else {
            OwnName.ofThisThread().rename(thread, name);
        }
    }

    /**
     * Names the current thread until the result is closed, which restores the present name.
     *
     * @param name the name
     * @return the scope
     * @throws NullPointerException if the name is null
     * @throws SecurityException if {@link Thread#setName} throws it
     */
    public static ScopedName scoped(String name) {
        ScopedName scope = new ScopedName(Thread.currentThread());
        set(name);
        return scope;
    }

    private static boolean isVirtual(Thread thread) {
        try {
            return (boolean) IS_VIRTUAL.invokeExact(thread);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    private static boolean hasSecurityManager() {
        try {
            return (Object) SECURITY_MANAGER.invokeExact() != null;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
