package dev.slipstream.arenas;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Program that prints how much memory was freed before and after the last member of a generation was closed, and the message of a
 * closed group.
 */
final class ArenaGroupProgram {
    private static final int MEMBERS = 64;
    private static int freed;

    private ArenaGroupProgram() {}

    public static void main(String[] arguments) {
        try {
            useAGroup();
        } catch (IllegalStateException | UnsupportedOperationException e) {
            System.out.println(e.getMessage());
        }
    }

    @SuppressWarnings("restricted")
    private static void useAGroup() {
        ArenaGroup group = new ArenaGroup(MEMBERS);
        List<Arena> members = new ArrayList<>();
        for (int i = 0; i < MEMBERS; i++) {
            Arena member = group.open();
            MemorySegment segment = member.allocate(64);
            segment.reinterpret(member, each -> freed++);
            members.add(member);
        }
        members.subList(1, MEMBERS).forEach(Arena::close);
        System.out.print("freed " + freed + " ");
        members.get(0).close();
        System.out.print("freed " + freed + " ");
        group.close();
        group.close();
    }
}
