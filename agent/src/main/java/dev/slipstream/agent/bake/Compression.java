package dev.slipstream.agent.bake;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Expands resources that {@code jlink} has compressed. A header before the bytes names how; what is expanded may have a header again. The
 * two ways are {@code zip}, and {@code compact-cp}, by which the texts of a class file's constant pool are kept among the image's strings.
 */
final class Compression {
    private static final int MAGIC = 0xCAFEFAFA;
    private static final int EXPANDED_SIZE_AT = 12;
    private static final int NAME_AT = 20;
    private static final int HEADER_BYTES = 29;

    /** Bytes of a class file up to the constant pool's first entry, of which the last two are the number of entries. */
    private static final int BEFORE_THE_POOL = 10;
    private static final int COUNT_AT = 8;
    private static final int TEXT = 1;
    private static final int LONG = 5;
    private static final int DOUBLE = 6;

    /** Kinds of entries that no class file has. */
    private static final int KEPT_TEXT = 23;
    private static final int KEPT_DESCRIPTOR = 25;

    /** Bytes of an entry by its kind; 0 if there is none of this kind, or it has no fixed size. */
    private static final int[] SIZES = {0, 0, 0, 4, 4, 8, 8, 2, 2, 4, 4, 4, 4, 0, 0, 3, 2, 4, 4, 2, 2};

    private static final int SHORT_NUMBER = 0x80;
    private static final int LENGTH_SHIFT = 5;
    private static final int LENGTH_MASK = 3;
    private static final int VALUE_MASK = 0x1f;

    private Compression() {}

    /**
     * Expands a resource.
     *
     * @param order the image's
     * @param strings returns the image's string at an offset
     * @throws IOException if it is compressed in an unknown way; the message continues the image's name
     * @throws RuntimeException if it is damaged
     */
    static byte[] expand(byte[] resource, ByteOrder order, IntFunction<byte[]> strings) throws IOException {
        byte[] bytes = resource;
        while (bytes.length >= HEADER_BYTES && ByteBuffer.wrap(bytes).order(order).getInt() == MAGIC) {
            ByteBuffer header = ByteBuffer.wrap(bytes).order(order);
            int size = Math.toIntExact(header.getLong(EXPANDED_SIZE_AT));
            String way = new String(strings.apply(header.getInt(NAME_AT)), JdkImage.CHARSET);
            byte[] content = Arrays.copyOfRange(bytes, HEADER_BYTES, bytes.length);
            bytes = switch (way) {
                case "zip" -> inflated(content, size);
                case "compact-cp" -> classFile(ByteBuffer.wrap(content), strings);
                default -> throw new IOException("it is compressed in an unknown way: " + way);
            };
            if (bytes.length != size) {
                throw new IOException("it is damaged: a resource has another size than its header says");
            }
        }
        return bytes;
    }

    private static byte[] inflated(byte[] content, int size) throws IOException {
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(content);
            byte[] bytes = new byte[size];
            return Arrays.copyOf(bytes, inflater.inflate(bytes));
        } catch (DataFormatException e) {
            throw new IOException("it is damaged", e);
        } finally {
            inflater.end();
        }
    }

    private static byte[] classFile(ByteBuffer from, IntFunction<byte[]> strings) {
        ByteArrayOutputStream to = new ByteArrayOutputStream();
        int count = from.getShort(COUNT_AT) & 0xffff;
        copy(from, BEFORE_THE_POOL, to);
        for (int i = 1; i < count; i++) {
            int kind = from.get();
            switch (kind) {
                case KEPT_TEXT -> text(strings.apply(number(from)), to);
                case KEPT_DESCRIPTOR -> text(descriptor(from, strings), to);
                case TEXT -> {
                    to.write(TEXT);
                    copy(from, Short.BYTES + (from.getShort(from.position()) & 0xffff), to);
                }
                default -> {
                    to.write(kind);
                    copy(from, SIZES[kind], to);
                    // These take the place of two.
                    i += kind == LONG || kind == DOUBLE ? 1 : 0;
                }
            }
        }
        copy(from, from.remaining(), to);
        return to.toByteArray();
    }

    /** Returns a descriptor, of whose classes the names are kept apart: package and class, one after the other. */
    private static byte[] descriptor(ByteBuffer from, IntFunction<byte[]> strings) {
        byte[] without = strings.apply(number(from));
        int length = number(from);
        if (length == 0) {
            return without;
        }
        ByteBuffer names = from.slice().limit(length);
        from.position(from.position() + length);
        ByteArrayOutputStream descriptor = new ByteArrayOutputStream();
        for (byte each : without) {
            descriptor.write(each);
            if (each == 'L') {
                byte[] packageName = strings.apply(number(names));
                descriptor.writeBytes(packageName);
                if (packageName.length > 0) {
                    descriptor.write('/');
                }
                descriptor.writeBytes(strings.apply(number(names)));
            }
        }
        return descriptor.toByteArray();
    }

    private static void text(byte[] text, ByteArrayOutputStream to) {
        to.write(TEXT);
        to.write(text.length >> Byte.SIZE);
        to.write(text.length);
        to.writeBytes(text);
    }

    private static void copy(ByteBuffer from, int length, ByteArrayOutputStream to) {
        byte[] bytes = new byte[length];
        from.get(bytes);
        to.writeBytes(bytes);
    }

    /** Reads a number of one to four bytes, of which the first one says how many there are. */
    private static int number(ByteBuffer from) {
        int first = from.get() & 0xff;
        boolean isShort = (first & SHORT_NUMBER) != 0;
        int value = isShort ? first & VALUE_MASK : first;
        int more = (isShort ? first >> LENGTH_SHIFT & LENGTH_MASK : Integer.BYTES) - 1;
        for (int i = 0; i < more; i++) {
            value = value << Byte.SIZE | (from.get() & 0xff);
        }
        return value;
    }
}
