package jdk.internal.foreign;

/** Shows that the rewritten methods count on stripes: acquires and releases a session of its own there, and closes it. */
final class ArenasTrial {
    private ArenasTrial() {
    }

    /** @return what does not work, or null */
    static String run() {
        SharedSession session = new SharedSession();
        session.acquire0();
        Striping.stripe(session, true);
        int word = SessionWord.of(session);
        if (!SessionWord.isStriped(word)) {
            return "a session could not be put on stripes";
        }
        session.acquire0();
        session.release0();
        session.acquire0();
        if (SessionWord.of(session) != word) {
            return "an acquire went past the stripes";
        }
        if (!refuses(session)) {
            return "a session in use could be closed";
        }
        session.release0();
        session.release0();
        session.close();
        return session.isAlive() ? "a session could not be closed" : null;
    }

    private static boolean refuses(SharedSession session) {
        try {
            session.close();
            return false;
        } catch (IllegalStateException expected) {
            return session.isAlive();
        }
    }
}
