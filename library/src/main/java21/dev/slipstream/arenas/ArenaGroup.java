package dev.slipstream.arenas;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Hands out arenas that any thread may use, and of which many are closed at the price of one. Closing an arena of {@link
 * Arena#ofShared} makes the JVM ask every thread whether it is inside an access to that arena's memory. Here a number of members
 * are one generation, and share one such arena: the last of them to be closed closes it, and the others' closes only count.
 * <pre>{@code
 *     private final ArenaGroup group = new ArenaGroup(64);
 *
 *     void handle(Request request) {
 *         try (Arena arena = group.open()) {
 *             MemorySegment buffer = arena.allocate(request.length());
 *             ...
 *         }
 *     }
 * }</pre>
 *
 * <p>The first members that are opened, as many as a generation has, are the first generation, and so on. A generation's
 * memory is freed when it is complete and all of its members are closed; or, once the {@linkplain #close group is closed},
 * when all that were opened are. So where members are opened and closed one after the other, one close in as many takes long.
 *
 * <p>All methods, and those of the members, may be called by any thread. None locks or parks; closing the last member of a
 * generation takes as long as closing a shared arena, and frees the memory of all of them.
 *
 * <p><b>What that costs.</b> Closing a member neither frees its memory nor ends access to it.
 * <ul>
 * <li>A member's memory is kept until the last of its generation is closed, and all of it if one member is never closed. So does
 *     whatever else goes by its {@linkplain Arena#scope scope}: a mapped file, a library, a cleanup action.
 * <li>A closed member allocates no more, and cannot be closed again: both throw {@link IllegalStateException}, as with the
 *     JDK's arenas. But access to a segment of it throws only once the generation has ended. Until then it finds what was
 *     there, never another's memory.
 * <li>The scope is the generation's: {@link MemorySegment.Scope#isAlive} stays true until its end, since it speaks of the memory.
 *     No other could be given, as the interface is sealed.
 * <li>The members of a generation have one count of users among them, of native calls and channels: if somebody uses a segment of
 *     any member in that way, closed or not, the last member cannot be closed.
 * </ul>
 *
 * <p>Needs JDK 21 or newer, where on JDK 21 {@code java.lang.foreign} is a preview, for which {@code javac} wants {@code
 * --enable-preview}. On older ones the class is there, and its constructor throws.
 */
// Compiled without the compiler's release option, which hides java.lang.foreign, to class files of JDK 17: a version in
// META-INF/versions would have another public API than the one below it, which no method of an older JDK's could return.
//
// It must be possible to verify and construct this class, that is, to be told what it needs, where there is no Arena. So nothing
// here may be assigned to one but what is declared as one: for anything else the JVM would look it up.
public final class ArenaGroup implements AutoCloseable {
    private static final int OLDEST = 21;
    private static final VarHandle CURRENT;

    static {
        try {
            CURRENT = MethodHandles.lookup().findVarHandle(ArenaGroup.class, "current", Generation.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final int members;

    /** The one that takes members, or is full; null once the group is closed. */
    private volatile Generation current;

    /**
     * A group that is open, and has no members.
     *
     * @param members how many a generation has, at least 1; as many closes cost what one does, and as many members' memory
     *         waits for the last of them
     * @throws IllegalArgumentException if there are none
     * @throws UnsupportedOperationException on JDK 17 to 20
     */
    public ArenaGroup(int members) {
        if (members < 1) {
            throw new IllegalArgumentException("a generation of " + members + " members");
        }
        int feature = Runtime.version().feature();
        if (feature < OLDEST) {
            throw new UnsupportedOperationException(
                    "a group of arenas needs java.lang.foreign.Arena, of JDK " + OLDEST + " or newer; this is JDK " + feature);
        }
        this.members = members;
        current = new Generation(members);
    }

    /**
     * Another member of the current generation, or of the next if that one has all of its members.
     *
     * @return an arena to be closed
     * @throws IllegalStateException if the group is closed, or another thread is closing it
     */
    public Arena open() {
        while (true) {
            Generation seen = current;
            if (seen == null) {
                throw alreadyClosed();
            }
            Arena member = seen.open();
            if (member != null) {
                return member;
            }
            // Full, or about to be ended by a close, which has taken it away before.
            CURRENT.compareAndSet(this, seen, new Generation(members));
        }
    }

    /**
     * No more members can be opened. Frees the memory of the current generation if none of its members is open; else the last
     * to be closed will. Members that are open stay so.
     *
     * @throws IllegalStateException if the group was closed before; or, with the JDK's message, if memory that would be freed
     *         is in use by a native call or a channel: then nothing has changed
     */
    @Override
    public void close() {
        // Where the stack ends, it must end before there is something that only this thread knows.
        Stripes.needStack();
        Generation last = (Generation) CURRENT.getAndSet(this, (Generation) null);
        if (last == null) {
            throw alreadyClosed();
        }
        boolean ended = false;
        try {
            last.end();
            ended = true;
        } finally {
            // A cleanup action that failed has not kept the memory from being freed.
            if (!ended && last.isAlive()) {
                current = last;
            }
        }
    }

    /** With the JDK's message. */
    static IllegalStateException alreadyClosed() {
        return new IllegalStateException("Already closed");
    }
}
