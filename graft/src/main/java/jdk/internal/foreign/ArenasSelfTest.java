package jdk.internal.foreign;

/** Self-test of the rewritten methods: acquires, releases and closes a striped session of its own. */
final class ArenasSelfTest {
    /** Striped session for {@link #holds}; null before the first call. */
    private static SharedSession canary;

    private ArenasSelfTest() {}

    /**
     * Tells whether the methods are still rewritten. If another agent removes the edits, the JDK's own bodies count strays on
     * striped words, and cannot close a striped session. For one thread at a time, after a self-test.
     */
    static boolean holds() {
        if (canary == null) {
            canary = new SharedSession();
        }
        Striping.stripeAnyway(canary, false, false);
        int word = SessionWord.of(canary);
        canary.acquire0();
        boolean holds = SessionWord.of(canary) == word || !SessionWord.isStriped(word);
        canary.release0();
        // A check once a second must not keep the place from a thread that releases often.
        Releases.disown();
        return holds;
    }

    /** Forgets the session, when the retrofit ends. */
    static void end() {
        canary = null;
    }

    /** {@return the failure, or null} */
    static String run() {
        try {
            Spins.prepare();
        } catch (ReflectiveOperationException e) {
            return e.toString();
        }
        SharedSession session = new SharedSession();
        session.acquire0();
        Striping.stripeAnyway(session, false, true);
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
        Releases.disown();
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
