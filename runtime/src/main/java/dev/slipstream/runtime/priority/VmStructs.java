package dev.slipstream.runtime.priority;

import dev.slipstream.runtime.foreign.Downcalls;
import dev.slipstream.runtime.foreign.Memory;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Offsets of the fields in which the JVM keeps a thread's kernel id: a {@code JavaThread} has at {@code osThread} the address of an
 * {@code OSThread}, which has the id at {@code id}. They are read from the tables that the JVM publishes for debuggers.
 */
record VmStructs(long osThread, long id) {
    private static final int NAME = 64;
    private static final int ENTRY = 128;
    private static final int MOST_ENTRIES = 20_000;
    private static final int PATH_COLUMN = 5;

    /**
     * Reads the tables.
     *
     * @throws IllegalStateException if the tables cannot be read or lack an entry; the message says why
     */
    static VmStructs read() {
        Path jvm = library();
        try (Memory room = new Memory(Kernel.VECTORS + ENTRY)) {
            return new Table(jvm, room).find();
        }
    }

    private static Path library() {
        try {
            for (String line : KernelFile.lines("/proc/self/maps")) {
                if (line.endsWith("/libjvm.so")) {
                    return Path.of(line.split("\\s+", PATH_COLUMN + 1)[PATH_COLUMN]);
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException("/proc/self/maps cannot be read: " + e, e);
        }
        // If the JDK was replaced while it runs, the mapping is marked as deleted, and the file at its path may be another one.
        throw new IllegalStateException("libjvm.so is not where this JVM was started from");
    }

    private static final class Table {
        private final Memory room;
        private final long first;
        private final int stride;
        private final int typeName;
        private final int fieldName;
        private final int isStatic;
        private final int offset;

        Table(Path jvm, Memory room) {
            this.room = room;
            first = value(jvm, "gHotSpotVMStructs");
            stride = (int) value(jvm, "gHotSpotVMStructEntryArrayStride");
            typeName = (int) value(jvm, "gHotSpotVMStructEntryTypeNameOffset");
            fieldName = (int) value(jvm, "gHotSpotVMStructEntryFieldNameOffset");
            isStatic = (int) value(jvm, "gHotSpotVMStructEntryIsStaticOffset");
            offset = (int) value(jvm, "gHotSpotVMStructEntryOffsetOffset");
            if (stride < Long.BYTES || stride > ENTRY) {
                throw new IllegalStateException("the JVM's tables are not as expected");
            }
        }

        /** Finds both offsets. The class that declares {@code _osthread} depends on the JDK. */
        VmStructs find() {
            long osThread = -1;
            long id = -1;
            for (int i = 0; i < MOST_ENTRIES; i++) {
                read(first + (long) i * stride, stride);
                long type = word(typeName);
                long field = word(fieldName);
                boolean member = room.buffer().getInt(Kernel.VECTORS + isStatic) == 0;
                long itsOffset = word(offset);
                if (type == 0) {
                    break;
                }
                if (member && field != 0) {
                    String name = text(field);
                    if (name.equals("_osthread") && text(type).endsWith("Thread")) {
                        osThread = itsOffset;
                    } else if (name.equals("_thread_id") && text(type).equals("OSThread")) {
                        id = itsOffset;
                    }
                }
            }
            if (osThread < 0 || id < 0) {
                throw new IllegalStateException("the JVM's tables lack the number of a thread");
            }
            return new VmStructs(osThread, id);
        }

        private long value(Path jvm, String symbol) {
            // The address is right, so only the call itself can fail: a seccomp filter denies it, or an emulator lacks it.
            if (Kernel.read(Downcalls.address(jvm, symbol), room, Long.BYTES) != Long.BYTES) {
                throw new IllegalStateException("the kernel refuses process_vm_readv");
            }
            return word(0);
        }

        private void read(long address, int length) {
            if (Kernel.read(address, room, length) != length) {
                throw new IllegalStateException("the JVM's tables cannot be read");
            }
        }

        private long word(int at) {
            return room.buffer().getLong(Kernel.VECTORS + at);
        }

        private String text(long address) {
            int there = (int) Kernel.read(address, room, NAME);
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < there && room.buffer().get(Kernel.VECTORS + i) != 0; i++) {
                text.append((char) room.buffer().get(Kernel.VECTORS + i));
            }
            return text.toString();
        }
    }
}
