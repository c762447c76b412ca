package dev.slipstream.diagnose.buffering;

import dev.slipstream.diagnose.event.Frame;
import dev.slipstream.diagnose.profile.Frames;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A transfer from or to a file, as the JDK's frames of a stack show it.
 *
 * @param way what the application calls
 * @param reads whether it reads; else it writes
 * @param size its size, as far as frames show it
 */
record Transfer(Way way, boolean reads, Size size) {
    private static final String CHANNEL = "sun.nio.ch.FileChannelImpl";

    /** Native methods that transfer one byte. */
    private static final Set<String> BYTE = Set.of("read0", "write0");
    private static final Set<String> ANY = Set.of("readBytes", "readBytes0", "writeBytes", "writeBytes0");

    /** Java methods around the transfer. A native method of such a name transfers one byte. */
    private static final Set<String> AROUND = Set.of("read", "write");

    private static final Set<String> CHANNEL_READS =
            Set.of("read", "implRead", "traceImplRead", "readInternal", "implReadInternal");
    private static final Set<String> CHANNEL_WRITES =
            Set.of("write", "implWrite", "traceImplWrite", "writeInternal", "implWriteInternal");

    /** Streams on channels; the second is that of JDK 17. */
    private static final Set<String> STREAMS_ON_CHANNELS =
            Set.of("sun.nio.ch.ChannelInputStream", "sun.nio.ch.ChannelOutputStream", "java.nio.channels.Channels$1");

    /** Methods that transfer a number of at most eight bytes, and the classes that call each other for it without a buffer. */
    private static final Pattern NUMBER = Pattern.compile("(?:read|write)(?:Unsigned)?(?:Byte|Short|Char|Int|Long|Float|Double)");
    private static final Set<String> WITH_NUMBERS =
            Set.of("java.io.DataInputStream", "java.io.DataOutputStream", "java.io.RandomAccessFile");
    private static final Set<String> WITHOUT_BUFFER = Set.of("java.io.InputStream", "java.io.OutputStream");
    private static final String CHANNELS = "sun.nio.ch.";

    /** The size of a transfer. */
    enum Size {
        /** One byte. */
        BYTE(" 1 byte"),
        /** Two to eight bytes. */
        NUMBER(" a number"),
        /** Any: frames do not show it. */
        ANY("");

        final String words;

        Size(String words) {
            this.words = words;
        }
    }

    /** The calls by which an application transfers data, and the advice for its code where the pieces are small. */
    enum Way {
        INPUT("new BufferedInputStream(...) around a FileInputStream"),
        OUTPUT("new BufferedOutputStream(...) around a FileOutputStream"),
        RANDOM("for a RandomAccessFile, which no stream can buffer, blocks of some kilobytes as an array"),
        CHANNEL_INPUT("new BufferedInputStream(...) around Files.newInputStream(...) or Channels.newInputStream(...)"),
        CHANNEL_OUTPUT("new BufferedOutputStream(...) around Files.newOutputStream(...) or Channels.newOutputStream(...)"),
        CHANNEL("for a FileChannel, a ByteBuffer of some kilobytes");

        final String instead;

        Way(String instead) {
            this.instead = instead;
        }

        private static Way of(String type) {
            return switch (type) {
                case "java.io.FileInputStream" -> INPUT;
                case "java.io.FileOutputStream" -> OUTPUT;
                case "java.io.RandomAccessFile" -> RANDOM;
                default -> null;
            };
        }
    }

    /** Returns what it does, in words. */
    String detail() {
        return (reads ? "reads" : "writes") + size.words;
    }

    /** Returns whether it is one that the remedy saves. */
    boolean isRemedied() {
        return way == Way.INPUT && size == Size.BYTE;
    }

    /** Returns the transfer in which a thread is; null if it is in none, or the JDK transfers for itself. */
    static Transfer of(List<Frame> frames, boolean inNative) {
        Frame top = frames.get(0);
        Way way = Way.of(top.type());
        Transfer transfer = way == null ? ofChannel(frames) : ofFile(way, top, inNative);
        if (transfer == null || SmallTransfers.caller(frames) == null) {
            return null;
        }
        return transfer.size == Size.ANY && isOfNumber(frames) ? new Transfer(transfer.way, transfer.reads, Size.NUMBER)
                : transfer;
    }

    private static Transfer ofFile(Way way, Frame top, boolean inNative) {
        String method = top.method();
        boolean around = AROUND.contains(method);
        if (!around && !BYTE.contains(method) && !ANY.contains(method)) {
            return null;
        }
        boolean ofByte = BYTE.contains(method) || (around && (inNative || isOfByte(top)));
        return new Transfer(way, method.startsWith("read"), ofByte ? Size.BYTE : Size.ANY);
    }

    private static Transfer ofChannel(List<Frame> frames) {
        Transfer transfer = null;
        for (Frame frame : frames) {
            if (!Frames.isOfJdk(frame.type())) {
                break;
            }
            boolean reads = frame.is(CHANNEL, CHANNEL_READS);
            if (reads || frame.is(CHANNEL, CHANNEL_WRITES)) {
                transfer = new Transfer(Way.CHANNEL, reads, Size.ANY);
            } else if (transfer != null && STREAMS_ON_CHANNELS.contains(frame.type()) && AROUND.contains(frame.method())) {
                transfer = new Transfer(transfer.reads ? Way.CHANNEL_INPUT : Way.CHANNEL_OUTPUT, transfer.reads,
                        isOfByte(frame) ? Size.BYTE : Size.ANY);
            }
        }
        return transfer;
    }

    private static boolean isOfNumber(List<Frame> frames) {
        for (Frame frame : frames) {
            String type = frame.type();
            if (WITH_NUMBERS.contains(type) && NUMBER.matcher(frame.method()).matches()) {
                return true;
            }
            if (!WITH_NUMBERS.contains(type) && !WITHOUT_BUFFER.contains(type) && !type.startsWith(CHANNELS)
                    && Way.of(type) == null) {
                return false;
            }
        }
        return false;
    }

    private static boolean isOfByte(Frame frame) {
        return frame.descriptor().startsWith("()") || frame.descriptor().startsWith("(I");
    }
}
