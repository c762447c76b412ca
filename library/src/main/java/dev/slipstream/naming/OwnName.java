package dev.slipstream.naming;

/**
 * What {@link ThreadNames} keeps for a platform thread. For that thread only.
 *
 * <p>The thread may also be renamed by {@link Thread#setName}, which the library cannot notice: by itself, and then the JDK sets
 * the native name as well, or by others. So the Java name is set first, and the publisher writes whatever Java name it finds, and
 * looks again once it has written. If the JDK sets the native name before that write, then the Java name was set even earlier, so
 * the publisher finds another than it has written, and writes again.
 */
final class OwnName {
    private static final long INTERVAL_NANOS = 10_000_000;

    private static final ThreadLocal<OwnName> OF_THREAD = new ThreadLocal<>() {
        @Override
        protected OwnName initialValue() {
            return new OwnName();
        }
    };

    /** Null where names go through {@link Thread#setName} from the start. */
    private static final NamePublisher PUBLISHER = start();

    /** Null where there is no publisher. */
    private final NameSlot slot = PUBLISHER == null ? null : PUBLISHER.followingSlot();
    private String last;

    private OwnName() {
    }

    static OwnName ofThisThread() {
        return OF_THREAD.get();
    }

    static ThreadNames.Mode mode() {
        return PUBLISHER == null || PUBLISHER.isClosed() ? ThreadNames.Mode.SET_NAME : JavaName.mode();
    }

    private static NamePublisher start() {
        if (JavaName.mode() == ThreadNames.Mode.SET_NAME || isRemedyAtWork()) {
            return null;
        }
        try {
            return NamePublisher.start(new Host(), INTERVAL_NANOS, NativeNames.ofThisJdk());
        } catch (IllegalStateException nativeNamesAreOutOfReach) {
            return null;
        }
    }

    /** The agent defines this class when it is first at work. Two publishers of one thread's name would disagree. */
    private static boolean isRemedyAtWork() {
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
            if (!slot.follow(name, former)) {
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
            // Its renames go through Thread.setName, as slow as ever but right; nobody has asked the library to speak.
        }

        @Override
        public void everySecond() {
            if (isRemedyAtWork()) {
                PUBLISHER.close();
            }
        }
    }
}
