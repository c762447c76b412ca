package dev.slipstream.arenas;

import dev.slipstream.runtime.arenas.Stripes;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Opens arenas that any thread may use, many of which are closed at the price of one. To close an arena of
 * {@link Arena#ofShared} the JVM performs a handshake with every thread, to learn whether it is inside an access to that
 * arena's memory. Here a number of members form one generation and share one such arena. Closing the last member closes that
 * arena; closing the others only counts.
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
 * <p>Members join generations in the order in which they are opened; each generation has the same number of members. A
 * generation's memory is freed when the generation is complete and all of its members are closed. Once the
 * {@linkplain #close group is closed}, it is freed when all members that were opened are closed. So if members are opened and
 * closed one after another, one close in each generation takes long.
 *
 * <p>All methods, and those of the members, may be called by any thread. None locks or parks. Closing the last member of a
 * generation takes as long as closing a shared arena, and frees the memory of all of its members.
 *
 * <p><b>What that costs.</b> Closing a member neither frees its memory nor ends access to it.
 * <ul>
 * <li>A member's memory is kept until the last member of its generation is closed. If one member is never closed, the whole
 *     generation's memory is kept. The same holds for everything else that depends on its {@linkplain Arena#scope scope}: a
 *     mapped file, a library, a cleanup action.
 * <li>A closed member allocates no more, and cannot be closed again: both throw {@link IllegalStateException}, as with the
 *     JDK's arenas. But access to a segment of it throws only once the generation has ended. Until then it finds what was
 *     there, never memory that belongs to another member.
 * <li>The scope is the generation's: {@link MemorySegment.Scope#isAlive} stays true until the generation's end, since it
 *     describes the memory. A member cannot have a scope of its own, as the interface is sealed.
 * <li>The members of a generation share one count of users, which are native calls and channels. If such a user uses a segment
 *     of any member, closed or not, the last member cannot be closed.
 * </ul>
 *
 * <p>Needs JDK 21 or newer. On JDK 21 {@code java.lang.foreign} is a preview, for which {@code javac} needs
 * {@code --enable-preview}. On older JDKs the class is present, and its constructor throws.
 *
 * @since 1.0.0
 */
// Compiled to class files of JDK 17 without the compiler's release option, which hides java.lang.foreign. A version in
// META-INF/versions is no alternative: its public API would differ from that of the base version, none of whose methods could
// return an Arena.
//
// The JVM must be able to verify and construct this class without Arena, so that the constructor can report what it needs. So
// only a value declared as Arena may be assigned to an Arena here: for any other type the JVM would look Arena up.
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

    /** The generation that admits members, or is full; null once the group is closed. */
    private volatile Generation current;

    /**
     * Creates a group that is open and has no members.
     *
     * @param members number of members in a generation, at least 1; that many closes cost as much as one, and the memory of
     *         that many members is kept until the last of them is closed
     * @throws IllegalArgumentException if {@code members} is less than 1
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
     * Opens another member of the current generation, or of the next if the current one has all of its members.
     *
     * @return an arena that the caller must close
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
            // The generation is full, or ended by a close that removed it from current before.
            CURRENT.compareAndSet(this, seen, new Generation(members));
        }
    }

    /**
     * Closes the group to new members. Frees the memory of the current generation if none of its members is open; else closing
     * the last of them will. Open members stay open.
     *
     * @throws IllegalStateException if the group was closed before; or, with the JDK's message, if memory that would be freed
     *         is in use by a native call or a channel: then nothing has changed
     */
    @Override
    public void close() {
        // A stack overflow must occur here, before the generation is reachable by this thread only.
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
            // If only a cleanup action failed, the memory is freed nevertheless, and the generation is not restored.
            if (!ended && last.isAlive()) {
                current = last;
            }
        }
    }

    /** Returns an exception with the JDK's message. */
    static IllegalStateException alreadyClosed() {
        return new IllegalStateException("Already closed");
    }
}
