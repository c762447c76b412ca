package dev.slipstream.arenas;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** One shared arena of the JDK, and the members of a group that share it. */
final class Generation {
    private final Arena arena = Arena.ofShared();
    private final Shares shares;

    Generation(int members) {
        shares = new Shares(members, arena::close);
    }

    /**
     * Opens a member.
     *
     * @return null if no more can be opened
     */
    @Nullable
    Arena open() {
        Arena member = new Member(this);
        return shares.take() ? member : null;
    }

    /**
     * Closes one member.
     *
     * @throws IllegalStateException if it was the last, and the memory is in use; then it is not closed
     */
    void leave() {
        shares.giveBack();
    }

    /**
     * Stops further members from being opened.
     *
     * @throws IllegalStateException if no member is open, and the memory is in use; then more can still be opened
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
