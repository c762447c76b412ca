package dev.slipstream.naming;

import dev.slipstream.runtime.naming.NamePublisher;
import dev.slipstream.runtime.naming.NameSlot;
import dev.slipstream.runtime.naming.NamingHost;
import dev.slipstream.runtime.naming.NativeNames;
import org.jspecify.annotations.Nullable;

/**
 * State that {@link ThreadNames} keeps for a platform thread. For that thread only.
 *
 * <p>The library cannot notice a rename by {@link Thread#setName}. If the thread itself calls it, the JDK sets the native name as
 * well; if another thread does, only the Java name. So this sets the Java name first, and the publisher writes the Java name that
 * it finds, and checks it again after the write. If the JDK set the native name before that write, it set the Java name even
 * earlier, so the publisher finds another name than it has written, and writes again.
 */
final class OwnName {
    private static final long INTERVAL_NANOS = 10_000_000;

    private static final ThreadLocal<OwnName> OF_THREAD = new ThreadLocal<>() {
        @Override
        protected OwnName initialValue() {
            return new OwnName();
        }
    };

    /** Null if names go through {@link Thread#setName} from the start. */
    private static final @Nullable NamePublisher PUBLISHER = start();

    /** Null without a publisher. */
    private final @Nullable NameSlot slot = PUBLISHER == null ? null : PUBLISHER.followingSlot();
    private @Nullable String last;

    private OwnName() {}

    static OwnName ofThisThread() {
        return OF_THREAD.get();
    }

    static ThreadNames.Mode mode() {
        return PUBLISHER == null || PUBLISHER.isClosed() ? ThreadNames.Mode.SET_NAME : JavaName.mode();
    }

    private static @Nullable NamePublisher start() {
        if (JavaName.mode() == ThreadNames.Mode.SET_NAME || hasRemedyBeenActive()) {
            return null;
        }
        try {
            return NamePublisher.start(new Host(), INTERVAL_NANOS, NativeNames.ofThisJdk());
        } catch (IllegalStateException unsupported) {
            return null;
        }
    }

    /**
     * Tells whether the agent's remedy has been active: the agent defines this class on its first activation. Two publishers of one
     * thread's name would disagree.
     */
    private static boolean hasRemedyBeenActive() {
        try {
            Class.forName("java.lang.NamingGraft", false, null);
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    void rename(Thread thread, String name) {
        String former = thread.getName();
        if (slot != null) {
            JavaName.set(thread, name);
            if (!slot.test(name, former)) {
                thread.setName(name);
            }
        } else if (former != last || !name.equals(former)) {
            thread.setName(name);
            last = name;
        }
    }

    private static final class Host implements NamingHost {
        @Override
        public void refused(String why) {
            // The thread's renames go through Thread.setName, slow but correct. A library does not log unasked.
        }

        @Override
        public void everySecond() {
            if (PUBLISHER != null && hasRemedyBeenActive()) {
                PUBLISHER.close();
            }
        }
    }
}
