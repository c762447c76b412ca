package dev.slipstream.agent.bake;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The file {@code lib/modules} of a JDK, to which resources can be added, or in which they can be replaced. Everything else is
 * copied byte for byte. Not thread-safe.
 *
 * <p>The file begins with an index: a header of seven integers, a table for perfect hashing, the location of each resource as a list
 * of attributes, and all strings. The resources follow. A directory is a resource as well, whose content are the places of its
 * entries in the list of locations. The format is that of the JDK's {@code jdk.internal.jimage}, versions 1.0 (JDK 17 to 27) and 1.1
 * (JDK 28, which adds an attribute for preview resources).
 *
 * <p>An image that opens is read here as the JVM reads it: each path leads by the hash table to its own entry, so no path has two, and the
 * contents follow each other without gaps to the end of the file.
 */
final class JdkImage implements AutoCloseable {
    /** The JVM compares paths byte by byte, so they are decoded without loss. */
    static final Charset CHARSET = StandardCharsets.ISO_8859_1;

    private static final int MAGIC = 0xCAFEDADA;
    private static final int MAJOR = 1;
    private static final int NEWEST_MINOR = 1;
    private static final int HEADER_BYTES = 28;
    private static final int MOST_INDEX_BYTES = 1 << 28;

    private static final int MODULE = 1;
    private static final int PARENT = 2;
    private static final int BASE = 3;
    private static final int EXTENSION = 4;
    private static final int OFFSET = 5;
    private static final int COMPRESSED = 6;
    private static final int UNCOMPRESSED = 7;
    private static final int ATTRIBUTES = 9;
    private static final int KIND_SHIFT = 3;
    private static final int LENGTH_MASK = 7;

    private static final String DIRECTORIES = "/modules";
    private static final String PACKAGES = "/packages";

    private final FileChannel file;
    private final ByteOrder order;
    private final int version;
    private final long contentStart;
    private final byte[] strings;
    private final ByteArrayOutputStream newStrings = new ByteArrayOutputStream();

    /** In the order of their contents in the file; new ones at the end. */
    private final List<Entry> entries = new ArrayList<>();
    private final Map<String, Entry> byPath = new HashMap<>();

    /** Whether the contents end with that of the root directory, which has no location. */
    private final boolean endsWithRoot;

    /** A resource or directory. */
    private static final class Entry {
        final String path;
        final long[] attributes;

        /** Place of the location in the list that was read; -1 if new. */
        final int oldPlace;

        /** Attributes and place in the file being written. */
        long[] newAttributes;
        int place;

        /** Null if as in the file that was read. */
        byte[] content;

        Entry(String path, long[] attributes, int oldPlace) {
            this.path = path;
            this.attributes = attributes;
            this.oldPlace = oldPlace;
        }

        byte[] pathBytes() {
            return path.getBytes(CHARSET);
        }

        boolean isDirectory() {
            return path.startsWith(DIRECTORIES + "/") || path.equals(DIRECTORIES) || path.equals(PACKAGES);
        }
    }

    private JdkImage(FileChannel file) throws IOException {
        this.file = file;
        ByteBuffer header = read(0, HEADER_BYTES, ByteOrder.LITTLE_ENDIAN);
        order = header.getInt(0) == MAGIC ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
        header.order(order);
        int magic = header.getInt();
        version = header.getInt();
        int flags = header.getInt();
        int count = header.getInt();
        int length = header.getInt();
        int locationsSize = header.getInt();
        int stringsSize = header.getInt();
        if (magic != MAGIC) {
            throw new IOException("it does not begin like an image");
        }
        if (version >>> Short.SIZE != MAJOR || (version & 0xffff) > NEWEST_MINOR || flags != 0 || count != length) {
            throw new IOException("it has the unknown format " + (version >>> Short.SIZE) + "." + (version & 0xffff)
                    + (flags == 0 ? "" : ", flags " + flags));
        }
        long indexSize = 2L * Integer.BYTES * length + locationsSize + stringsSize;
        if (length <= 0 || locationsSize < 0 || stringsSize < 0 || indexSize > MOST_INDEX_BYTES) {
            throw new IOException("its header is damaged");
        }
        ByteBuffer index = read(HEADER_BYTES, (int) indexSize, order);
        contentStart = HEADER_BYTES + indexSize;
        int locations = 2 * Integer.BYTES * length;
        strings = new byte[stringsSize];
        index.get(locations + locationsSize, strings);
        int[] redirects = new int[length];
        index.asIntBuffer().get(redirects);
        for (int slot = 0; slot < length; slot++) {
            int place = index.getInt(Integer.BYTES * (length + slot));
            if (place < 0 || place >= locationsSize) {
                throw new IOException("its table is damaged");
            }
            long[] attributes = attributes(index, locations + place);
            Entry entry = new Entry(path(attributes), attributes, place);
            if (PerfectHash.find(redirects, entry.pathBytes()) != slot) {
                throw new IOException("its table leads the JVM past an entry of " + entry.path);
            }
            add(entry);
        }
        entries.sort(Comparator.comparingLong((Entry entry) -> entry.attributes[OFFSET])
                .thenComparingLong(entry -> size(entry.attributes))
                .thenComparingInt(entry -> entry.oldPlace));
        endsWithRoot = hasRootAfter(endOfContents());
    }

    /**
     * Opens an image.
     *
     * @throws IOException if it cannot be read, is damaged, or has an unknown format; the message continues the file's name
     */
    static JdkImage open(Path modules) throws IOException {
        FileChannel file = FileChannel.open(modules);
        try {
            return new JdkImage(file);
        } catch (IOException e) {
            file.close();
            throw e;
        } catch (RuntimeException e) {
            file.close();
            throw new IOException("it is damaged", e);
        }
    }

    private void add(Entry entry) {
        entries.add(entry);
        byPath.put(entry.path, entry);
    }

    private ByteBuffer read(long position, int length, ByteOrder in) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(length).order(in);
        while (buffer.hasRemaining()) {
            if (file.read(buffer, position + buffer.position()) < 0) {
                throw new IOException("it is truncated");
            }
        }
        return buffer.flip();
    }

    /** Returns the end of the last content. */
    private long endOfContents() throws IOException {
        long total = file.size() - contentStart;
        long end = 0;
        for (Entry entry : entries) {
            long size = size(entry.attributes);
            if (entry.attributes[OFFSET] != end) {
                throw new IOException("its contents overlap or leave a gap, at " + entry.path);
            }
            if (size < 0 || size > total - end) {
                throw new IOException("it is truncated");
            }
            end += size;
        }
        return end;
    }

    /** Tells whether the root directory follows, of which {@code jlink} writes the content and no location. */
    private boolean hasRootAfter(long end) throws IOException {
        long rest = file.size() - contentStart - end;
        if (rest == 0) {
            return false;
        }
        if (rest == 2 * Integer.BYTES) {
            ByteBuffer root = read(contentStart + end, (int) rest, order);
            if (root.getInt() == byPath.get(DIRECTORIES).oldPlace && root.getInt() == byPath.get(PACKAGES).oldPlace) {
                return true;
            }
        }
        throw new IOException("it has " + rest + " bytes after its contents");
    }

    private static long[] attributes(ByteBuffer index, int from) throws IOException {
        long[] attributes = new long[ATTRIBUTES];
        int at = from;
        for (int head = index.get(at++) & 0xff; head != 0; head = index.get(at++) & 0xff) {
            int kind = head >>> KIND_SHIFT;
            if (kind == 0) {
                // The JVM's two readers differ: in Java the list ends here, in C++ it goes on.
                throw new IOException("its table is damaged");
            }
            long value = 0;
            for (int i = 0; i <= (head & LENGTH_MASK); i++) {
                value = value << Byte.SIZE | (index.get(at++) & 0xff);
            }
            attributes[kind] = value;
        }
        return attributes;
    }

    private static void write(long[] attributes, ByteArrayOutputStream to) {
        for (int kind = MODULE; kind < ATTRIBUTES; kind++) {
            if (attributes[kind] != 0) {
                int last = (Long.SIZE - 1 - Long.numberOfLeadingZeros(attributes[kind])) / Byte.SIZE;
                to.write(kind << KIND_SHIFT | last);
                for (int i = last; i >= 0; i--) {
                    to.write((int) (attributes[kind] >>> (i * Byte.SIZE)));
                }
            }
        }
        to.write(0);
    }

    private String path(long[] attributes) {
        String module = string(attributes[MODULE]);
        String parent = string(attributes[PARENT]);
        String extension = string(attributes[EXTENSION]);
        return (module.isEmpty() ? "" : "/" + module + "/") + (parent.isEmpty() ? "" : parent + "/") + string(attributes[BASE])
                + (extension.isEmpty() ? "" : "." + extension);
    }

    private String string(long offset) {
        return new String(stringBytes(Math.toIntExact(offset)), CHARSET);
    }

    private byte[] stringBytes(int offset) {
        int to = offset;
        while (strings[to] != 0) {
            to++;
        }
        return Arrays.copyOfRange(strings, offset, to);
    }

    /** Returns the offset of a string, which is added if it is new. */
    private long offset(String text) {
        byte[] wanted = ("\0" + text + "\0").getBytes(CHARSET);
        for (int i = 0; i + wanted.length <= strings.length; i++) {
            if (Arrays.equals(strings, i, i + wanted.length, wanted, 0, wanted.length)) {
                return i + 1L;
            }
        }
        long offset = (long) strings.length + newStrings.size();
        newStrings.write(wanted, 1, wanted.length - 1);
        return offset;
    }

    /** Returns the paths of all resources, such as {@code /java.base/java/lang/Object.class}, sorted. */
    List<String> paths() {
        return entries.stream().filter(entry -> !entry.isDirectory() && !entry.path.startsWith(PACKAGES + "/"))
                .map(entry -> entry.path).sorted().toList();
    }

    /**
     * Returns a resource as it lies in the file, which may be compressed.
     *
     * @return null if there is none of this path
     */
    byte[] content(String path) throws IOException {
        Entry entry = byPath.get(path);
        return entry == null ? null : entry.content == null ? old(entry) : entry.content;
    }

    /**
     * Returns a resource of the file as the JVM sees it.
     *
     * @return null if there is none of this path
     * @throws IOException if it cannot be read or expanded; the message continues the file's name
     */
    byte[] resource(String path) throws IOException {
        Entry entry = byPath.get(path);
        if (entry == null || entry.attributes[COMPRESSED] == 0) {
            return entry == null ? null : old(entry);
        }
        try {
            return Compression.expand(old(entry), order, this::stringBytes);
        } catch (RuntimeException e) {
            throw new IOException("it is damaged at " + path, e);
        }
    }

    private byte[] old(Entry entry) throws IOException {
        return read(contentStart + entry.attributes[OFFSET], Math.toIntExact(size(entry.attributes)), order).array();
    }

    private static long size(long[] attributes) {
        return attributes[COMPRESSED] == 0 ? attributes[UNCOMPRESSED] : attributes[COMPRESSED];
    }

    /**
     * Replaces a resource, or adds it to a directory that exists.
     *
     * @param path such as {@code /java.base/java/lang/Object.class}
     * @throws IOException if there is no such directory
     */
    void put(String path, byte[] content) throws IOException {
        Entry entry = byPath.get(path);
        if (entry == null) {
            int slash = path.lastIndexOf('/');
            int dot = path.lastIndexOf('.');
            int module = path.indexOf('/', 1);
            if (!byPath.containsKey(DIRECTORIES + path.substring(0, slash))) {
                throw new IOException("it has no folder " + path.substring(0, slash));
            }
            long[] attributes = new long[ATTRIBUTES];
            attributes[MODULE] = offset(path.substring(1, module));
            attributes[PARENT] = offset(path.substring(module + 1, slash));
            attributes[BASE] = offset(path.substring(slash + 1, dot));
            attributes[EXTENSION] = offset(path.substring(dot + 1));
            entry = new Entry(path, attributes, -1);
            add(entry);
        }
        entry.content = content;
    }

    /** Writes the image. The same changes to the same file give the same bytes. */
    void write(OutputStream out) throws IOException {
        // Directories may grow: sizes are known before places are, and contents only after.
        Map<String, List<Entry>> added = new TreeMap<>();
        for (Entry entry : entries) {
            if (entry.oldPlace < 0) {
                String directory = DIRECTORIES + entry.path.substring(0, entry.path.lastIndexOf('/'));
                added.computeIfAbsent(directory, none -> new ArrayList<>()).add(entry);
            }
        }
        ByteArrayOutputStream locations = new ByteArrayOutputStream();
        locations.write(0);
        Map<Integer, Integer> moved = new HashMap<>();
        long end = 0;
        for (Entry entry : entries) {
            entry.newAttributes = entry.attributes.clone();
            int more = Integer.BYTES * added.getOrDefault(entry.path, List.of()).size();
            if (entry.content != null || more > 0) {
                entry.newAttributes[COMPRESSED] = 0;
                entry.newAttributes[UNCOMPRESSED] =
                        entry.content != null ? entry.content.length : entry.attributes[UNCOMPRESSED] + more;
            }
            entry.newAttributes[OFFSET] = end;
            end += size(entry.newAttributes);
            entry.place = locations.size();
            if (entry.oldPlace >= 0) {
                moved.put(entry.oldPlace, entry.place);
            }
            write(entry.newAttributes, locations);
        }
        out.write(index(locations).array());
        for (Entry entry : entries) {
            out.write(entry.content != null ? entry.content
                    : entry.isDirectory() ? directory(entry, moved, added.getOrDefault(entry.path, List.of())) : old(entry));
        }
        if (endsWithRoot) {
            out.write(ByteBuffer.allocate(2 * Integer.BYTES).order(order).putInt(byPath.get(DIRECTORIES).place)
                    .putInt(byPath.get(PACKAGES).place).array());
        }
    }

    private ByteBuffer index(ByteArrayOutputStream locations) {
        PerfectHash hash = new PerfectHash(entries.stream().map(Entry::pathBytes).toList());
        int stringsSize = strings.length + newStrings.size();
        ByteBuffer index = ByteBuffer.allocate(HEADER_BYTES + 2 * Integer.BYTES * entries.size() + locations.size() + stringsSize)
                .order(order);
        index.putInt(MAGIC).putInt(version).putInt(0).putInt(entries.size()).putInt(entries.size()).putInt(locations.size())
                .putInt(stringsSize);
        for (int each : hash.redirects) {
            index.putInt(each);
        }
        for (int each : hash.slots) {
            index.putInt(entries.get(each).place);
        }
        return index.put(locations.toByteArray()).put(strings).put(newStrings.toByteArray());
    }

    /** Returns the content of a directory in the file being written. */
    private byte[] directory(Entry entry, Map<Integer, Integer> moved, List<Entry> added) throws IOException {
        ByteBuffer old = ByteBuffer.wrap(old(entry)).order(order);
        ByteBuffer content = ByteBuffer.allocate(old.capacity() + Integer.BYTES * added.size()).order(order);
        while (old.hasRemaining()) {
            Integer place = moved.get(old.getInt());
            if (place == null) {
                throw new IOException("its folder " + entry.path + " is damaged");
            }
            content.putInt(place);
        }
        added.forEach(each -> content.putInt(each.place));
        return content.array();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
