package dev.slipstream.arenas;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** One shared arena of the JDK, and the members of a group that have it in common. */
final class Generation {
    private final Arena arena = Arena.ofShared();
    private final Shares shares;

    Generation(int members) {
        shares = new Shares(members, arena::close);
    }

    /** @return null if it has had all of its members */
    Arena open() {
        Arena member = new Member(this);
        return shares.take() ? member : null;
    }

    /**
     * One member is closed.
     *
     * @throws IllegalStateException if it was the last, and the memory is in use; then it is not closed
     */
    void leave() {
        shares.giveBack();
    }

    /**
     * There will be no more members.
     *
     * @throws IllegalStateException if there are none, and the memory is in use; then there can be more
     */
    void end() {
        shares.end();
    }

    MemorySegment allocate(long bytes, long alignment) {
        return arena.allocate(bytes, alignment);
    }

    MemorySegment.Scope scope() {
        return arena.scope();
    }

    boolean isAlive() {
        return arena.scope().isAlive();
    }
}
