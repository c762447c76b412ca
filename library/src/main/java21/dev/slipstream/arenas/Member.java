package dev.slipstream.arenas;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** An arena that shares the lifetime of its memory with the other members of its generation. */
final class Member implements Arena {
    private static final VarHandle OPEN;

    static {
        try {
            OPEN = MethodHandles.lookup().findVarHandle(Member.class, "open", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Generation generation;
    private volatile boolean open = true;

    Member(Generation generation) {
        this.generation = generation;
    }

    // An allocation while another thread closes this member may succeed; its memory lives as long as the generation.
    @Override
    public MemorySegment allocate(long bytes, long alignment) {
        if (!open) {
            throw ArenaGroup.alreadyClosed();
        }
        return generation.allocate(bytes, alignment);
    }

    @Override
    public MemorySegment.Scope scope() {
        return generation.scope();
    }

    @Override
    public void close() {
        if (!OPEN.compareAndSet(this, true, false)) {
            throw ArenaGroup.alreadyClosed();
        }
        boolean closed = false;
        try {
            generation.leave();
            closed = true;
        } finally {
            if (!closed) {
                // No calls here: there may be no stack left. If the memory is freed nevertheless, the JDK refuses.
                open = true;
            }
        }
    }
}
