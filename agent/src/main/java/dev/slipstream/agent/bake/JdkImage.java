package dev.slipstream.agent.bake;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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
 */
final class JdkImage implements AutoCloseable {
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

    private static final int HASH_SEED = 0x01000193;
    private static final String DIRECTORIES = "/modules";
    private static final String PACKAGES = "/packages";

    private final FileChannel file;
    private final ByteOrder order;
    private final int version;
    private final long contentStart;
    private final byte[] strings;
    private final ByteArrayOutputStream newStrings = new ByteArrayOutputStream();

    /** In the order of their locations in the file; new ones at the end. */
    private final List<Entry> entries = new ArrayList<>();
    private final Map<String, Entry> byPath = new HashMap<>();

    /** A resource or directory. */
    private static final class Entry {
        final String path;
        final byte[] pathBytes;
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
            pathBytes = path.getBytes(StandardCharsets.UTF_8);
            this.attributes = attributes;
            this.oldPlace = oldPlace;
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
        int[] places = new int[length];
        for (int i = 0; i < length; i++) {
            places[i] = index.getInt(Integer.BYTES * (length + i));
        }
        Arrays.sort(places);
        for (int place : places) {
            if (place < 0 || place >= locationsSize) {
                throw new IOException("its table is damaged");
            }
            long[] attributes = attributes(index, locations + place);
            if (attributes[OFFSET] + size(attributes) > file.size() - contentStart) {
                throw new IOException("it is truncated");
            }
            add(new Entry(path(attributes), attributes, place));
        }
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

    private static long[] attributes(ByteBuffer index, int from) {
        long[] attributes = new long[ATTRIBUTES];
        int at = from;
        for (int head = index.get(at++) & 0xff; head >>> KIND_SHIFT != 0; head = index.get(at++) & 0xff) {
            long value = 0;
            for (int i = 0; i <= (head & LENGTH_MASK); i++) {
                value = value << Byte.SIZE | index.get(at++) & 0xff;
            }
            attributes[head >>> KIND_SHIFT] = value;
        }
        return attributes;
    }

    private static void write(long[] attributes, ByteArrayOutputStream to) {
        for (int kind = MODULE; kind < ATTRIBUTES; kind++) {
            if (attributes[kind] != 0) {
                int last = (Long.SIZE - 1 - Long.numberOfLeadingZeros(attributes[kind])) / Byte.SIZE;
                to.write(kind << KIND_SHIFT | last);
                for (int i = last; i >= 0; i--) {
                    to.write((int) (attributes[kind] >>> i * Byte.SIZE));
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
        int from = Math.toIntExact(offset);
        int to = from;
        while (strings[to] != 0) {
            to++;
        }
        return new String(strings, from, to - from, StandardCharsets.UTF_8);
    }

    /** Returns the offset of a string, which is added if it is new. */
    private long offset(String text) {
        byte[] wanted = ("\0" + text + "\0").getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i + wanted.length <= strings.length; i++) {
            if (Arrays.equals(strings, i, i + wanted.length, wanted, 0, wanted.length)) {
                return i + 1;
            }
        }
        long offset = strings.length + newStrings.size();
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

    /** Writes the image to a file that does not exist. The same changes to the same file give the same bytes. */
    void write(Path to) throws IOException {
        long size = file.size() - contentStart;
        ByteArrayOutputStream added = new ByteArrayOutputStream();
        // Directories may grow: sizes are known before places are, and contents only after.
        Map<String, List<Entry>> children = new TreeMap<>();
        for (Entry entry : entries) {
            if (entry.oldPlace < 0) {
                String directory = DIRECTORIES + entry.path.substring(0, entry.path.lastIndexOf('/'));
                children.computeIfAbsent(directory, none -> new ArrayList<>()).add(entry);
            }
        }
        for (Entry entry : entries) {
            entry.newAttributes = entry.attributes.clone();
            int grown = Integer.BYTES * children.getOrDefault(entry.path, List.of()).size();
            if (entry.content != null || grown > 0) {
                byte[] content = entry.content != null ? entry.content
                        : new byte[Math.toIntExact(entry.attributes[UNCOMPRESSED]) + grown];
                entry.newAttributes[OFFSET] = size + added.size();
                entry.newAttributes[COMPRESSED] = 0;
                entry.newAttributes[UNCOMPRESSED] = content.length;
                added.write(content);
            }
        }
        ByteArrayOutputStream locations = new ByteArrayOutputStream();
        locations.write(0);
        Map<Integer, Integer> moved = new HashMap<>();
        for (Entry entry : entries) {
            entry.place = locations.size();
            moved.put(entry.oldPlace, entry.place);
            write(entry.newAttributes, locations);
        }
        Hash hash = new Hash(entries);
        int indexSize = 2 * Integer.BYTES * entries.size() + locations.size() + strings.length + newStrings.size();
        ByteBuffer index = ByteBuffer.allocate(HEADER_BYTES + indexSize).order(order);
        index.putInt(MAGIC).putInt(version).putInt(0).putInt(entries.size()).putInt(entries.size()).putInt(locations.size())
                .putInt(strings.length + newStrings.size());
        for (int each : hash.redirects) {
            index.putInt(each);
        }
        for (Entry entry : hash.slots) {
            index.putInt(entry.place);
        }
        index.put(locations.toByteArray()).put(strings).put(newStrings.toByteArray()).flip();
        try (FileChannel out = FileChannel.open(to, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
            writeFully(out, index, 0);
            long start = HEADER_BYTES + indexSize;
            out.position(start);
            for (long done = 0; done < size;) {
                done += file.transferTo(contentStart + done, size - done, out);
            }
            writeFully(out, ByteBuffer.wrap(added.toByteArray()), start + size);
            for (Entry entry : entries) {
                if (entry.isDirectory()) {
                    writeFully(out, directory(entry, moved, children.getOrDefault(entry.path, List.of())),
                            start + entry.newAttributes[OFFSET]);
                }
            }
        }
    }

    /** Returns the content of a directory in the file being written. */
    private ByteBuffer directory(Entry entry, Map<Integer, Integer> moved, List<Entry> added) throws IOException {
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
        return content.flip();
    }

    private static void writeFully(FileChannel out, ByteBuffer bytes, long position) throws IOException {
        while (bytes.hasRemaining()) {
            out.write(bytes, position + bytes.position());
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    /** A perfect hash table of paths, as large as their number. */
    private static final class Hash {
        /**
         * For each first hash value: 0 if no path has it; the seed of a second hash, whose value is the slot, if several have; or -1
         * minus the slot.
         */
        final int[] redirects;
        final Entry[] slots;

        Hash(List<Entry> entries) {
            int length = entries.size();
            redirects = new int[length];
            slots = new Entry[length];
            List<List<Entry>> buckets = new ArrayList<>();
            for (int i = 0; i < length; i++) {
                buckets.add(new ArrayList<>());
            }
            entries.forEach(entry -> buckets.get(slot(entry, HASH_SEED)).add(entry));
            List<List<Entry>> largestFirst = new ArrayList<>(buckets);
            largestFirst.sort(Comparator.comparing((List<Entry> bucket) -> -bucket.size()));
            int free = 0;
            for (List<Entry> bucket : largestFirst) {
                if (bucket.isEmpty()) {
                    break;
                }
                int first = slot(bucket.get(0), HASH_SEED);
                if (bucket.size() > 1) {
                    redirects[first] = place(bucket);
                } else {
                    while (slots[free] != null) {
                        free++;
                    }
                    slots[free] = bucket.get(0);
                    redirects[first] = -1 - free;
                }
            }
        }

        /** Returns the first seed that leads all paths of a bucket to slots of their own. */
        private int place(List<Entry> bucket) {
            for (int seed = HASH_SEED + 1;; seed++) {
                int placed = 0;
                while (placed < bucket.size() && slots[slot(bucket.get(placed), seed)] == null) {
                    slots[slot(bucket.get(placed), seed)] = bucket.get(placed);
                    placed++;
                }
                if (placed == bucket.size()) {
                    return seed;
                }
                for (int i = 0; i < placed; i++) {
                    slots[slot(bucket.get(i), seed)] = null;
                }
            }
        }

        private int slot(Entry entry, int seed) {
            int hash = seed;
            for (byte each : entry.pathBytes) {
                hash = hash * HASH_SEED ^ each & 0xff;
            }
            return (hash & Integer.MAX_VALUE) % slots.length;
        }
    }
}
