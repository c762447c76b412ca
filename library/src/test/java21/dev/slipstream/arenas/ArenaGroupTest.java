package dev.slipstream.arenas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.TestJdk;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ArenaGroupTest {
    /** Bytes, more than a pipe holds. */
    private static final int LARGE = 1 << 20;

    private final AtomicInteger freed = new AtomicInteger();

    /** Allocates memory, and counts when it is freed. */
    @SuppressWarnings("restricted")
    private MemorySegment allocate(Arena arena) {
        MemorySegment segment = arena.allocate(8, 8);
        segment.set(ValueLayout.JAVA_LONG, 0, 42);
        return segment.reinterpret(arena, freedSegment -> freed.getAndIncrement());
    }

    private static List<Arena> open(ArenaGroup group, int count) {
        List<Arena> members = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            members.add(group.open());
        }
        return members;
    }

    private static void assertAlreadyClosed(Runnable action) {
        assertThatIllegalStateException().isThrownBy(action::run).withMessage("Already closed");
    }

    @Test
    void theLastMemberOfAGenerationFreesAllMemory() {
        ArenaGroup group = new ArenaGroup(3);
        List<Arena> members = open(group, 3);
        List<MemorySegment> segments = members.stream().map(this::allocate).toList();
        members.get(1).close();
        members.get(0).close();
        assertThat(freed).hasValue(0);
        assertThat(segments).allSatisfy(each -> assertThat(each.get(ValueLayout.JAVA_LONG, 0)).isEqualTo(42));
        members.get(2).close();
        assertThat(freed).hasValue(3);
        assertThat(segments).allSatisfy(each -> assertAlreadyClosed(() -> each.get(ValueLayout.JAVA_LONG, 0)));
        group.close();
    }

    /** The message is that of the JDK's arenas. */
    @Test
    @SuppressWarnings("MustBeClosedChecker")
    void aClosedMemberRefuses() {
        ArenaGroup group = new ArenaGroup(2);
        Arena member = group.open();
        Arena other = group.open();
        MemorySegment.Scope scope = member.scope();
        member.close();
        Arena shared = Arena.ofShared();
        shared.close();
        for (Arena closed : List.of(shared, member)) {
            assertAlreadyClosed(closed::close);
            assertAlreadyClosed(() -> closed.allocate(8));
            assertAlreadyClosed(() -> closed.allocate(ValueLayout.JAVA_LONG));
        }
        assertThat(scope.isAlive()).as("until the last is closed").isTrue();
        assertThat(scope).isEqualTo(other.scope()).isEqualTo(member.scope());
        other.close();
        assertThat(scope.isAlive()).isFalse();
    }

    @Test
    void generationsDoNotWaitForEachOther() {
        ArenaGroup group = new ArenaGroup(2);
        List<Arena> members = open(group, 5);
        members.forEach(this::allocate);
        assertThat(members.stream().map(Arena::scope).distinct()).hasSize(3);
        members.get(2).close();
        members.get(3).close();
        assertThat(freed).hasValue(2);
        members.get(4).close();
        assertThat(freed).as("freed before the generation is complete").hasValue(2);
        group.close();
        assertThat(freed).hasValue(3);
        members.get(0).close();
        members.get(1).close();
        assertThat(freed).hasValue(5);
    }

    @Test
    void oneAfterTheOtherSharesToo() {
        ArenaGroup group = new ArenaGroup(4);
        for (int i = 1; i <= 12; i++) {
            try (Arena arena = group.open()) {
                allocate(arena);
            }
            assertThat(freed).hasValue(i / 4 * 4);
        }
        group.close();
        assertThat(freed).hasValue(12);
    }

    @Test
    void aClosedGroupLetsItsMembersEnd() {
        ArenaGroup group = new ArenaGroup(8);
        Arena member = group.open();
        allocate(member);
        group.close();
        assertAlreadyClosed(group::open);
        assertAlreadyClosed(group::close);
        allocate(member);
        assertThat(freed).hasValue(0);
        member.close();
        assertThat(freed).hasValue(2);
        assertAlreadyClosed(group::close);
    }

    @Test
    void aGroupWithoutMembersCloses() {
        new ArenaGroup(1).close();
        assertThatIllegalArgumentException().isThrownBy(() -> new ArenaGroup(0)).withMessage("a generation of 0 members");
    }

    /** A refused close changes nothing, as with the JDK's arenas, and a later one succeeds. */
    @Test
    void memoryInUseKeepsTheLastMemberOpen() throws Exception {
        ArenaGroup group = new ArenaGroup(2);
        List<Arena> members = open(group, 2);
        allocate(members.get(0));
        MemorySegment segment = members.get(0).allocate(LARGE);
        members.get(0).close();
        whileInUse(segment, () -> assertThatIllegalStateException().isThrownBy(members.get(1)::close)
                .withMessageContaining("acquired"));
        allocate(members.get(1));
        assertThat(freed).hasValue(0);
        members.get(1).close();
        assertThat(freed).hasValue(2);
    }

    @Test
    void memoryInUseKeepsTheGroupOpen() throws Exception {
        ArenaGroup group = new ArenaGroup(2);
        Arena member = group.open();
        allocate(member);
        MemorySegment segment = member.allocate(LARGE);
        member.close();
        whileInUse(segment, () -> assertThatIllegalStateException().isThrownBy(group::close)
                .withMessageContaining("acquired"));
        Arena next = group.open();
        assertThat(next.scope()).isEqualTo(segment.scope());
        next.close();
        assertThat(freed).hasValue(1);
        group.close();
    }

    /**
     * Runs the action during a write to a full pipe: the write has begun once there is something to read, and blocks until all is
     * read.
     */
    private static void whileInUse(MemorySegment segment, Runnable action) throws Exception {
        Pipe pipe = Pipe.open();
        try (Pipe.SinkChannel sink = pipe.sink(); Pipe.SourceChannel source = pipe.source()) {
            FutureTask<Integer> write = new FutureTask<>(() -> sink.write(segment.asByteBuffer()));
            new Thread(write).start();
            assertThat(source.read(ByteBuffer.allocate(1))).isEqualTo(1);
            action.run();
            ByteBuffer rest = ByteBuffer.allocate(LARGE - 1);
            while (rest.hasRemaining()) {
                source.read(rest);
            }
            assertThat(write.get()).isEqualTo(LARGE);
        }
    }

    @Test
    void aCleanupThatFailsIsTheLastMembers() {
        ArenaGroup group = new ArenaGroup(1);
        Arena member = group.open();
        failing(member);
        assertThatIllegalStateException().isThrownBy(member::close).withMessage("cleanup");
        assertThat(member.scope().isAlive()).isFalse();
        assertAlreadyClosed(member::close);
        assertAlreadyClosed(() -> member.allocate(8));
        group.close();
    }

    @SuppressWarnings("restricted")
    private static void failing(Arena arena) {
        arena.allocate(8).reinterpret(arena, segment -> {
            throw new IllegalStateException("cleanup");
        });
    }

    /** The class exists on every JDK, and says what it needs where that is missing. */
    @ParameterizedTest
    @MethodSource("dev.slipstream.testkit.TestJdk#all")
    void asTheJdkIs(TestJdk jdk) throws Exception {
        String printed = ForkedJvm.ofModule(jdk, "library").withNativeAccess().output(ArenaGroupProgram.class);
        assertThat(printed).isEqualToIgnoringNewLines(jdk.feature() < 21
                ? "a group of arenas needs java.lang.foreign.Arena, of JDK 21 or newer; this is JDK " + jdk.feature()
                : "freed 0 freed 64 Already closed");
    }
}
