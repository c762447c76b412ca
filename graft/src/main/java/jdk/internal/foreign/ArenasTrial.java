package jdk.internal.foreign;

/** Shows that the rewritten methods count on stripes: acquires and releases a session of its own there, and closes it. */
final class ArenasTrial {
    /** On stripes as long as the retrofit is there; null before. */
    private static SharedSession canary;

    private ArenasTrial() {
    }

    /**
     * Whether the methods are rewritten still. Another agent that rewrites them takes the edits out, and leaves words to the
     * JDK's own bodies, which count strays there, and close none that is striped. For one thread at a time, after a trial.
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
        // Who looks once a second must not keep a place from who releases all the time.
        Releases.disown();
        return holds;
    }

    /** The retrofit ends: its words are no longer striped. */
    static void end() {
        canary = null;
    }

    /** @return what does not work, or null */
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
