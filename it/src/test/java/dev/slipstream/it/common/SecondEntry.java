package dev.slipstream.it.common;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * A file {@code lib/modules} with two entries of one path: by the hash table, as the JVM reads it, the path leads to the one that was added;
 * in the list of locations the old one is the last.
 */
public final class SecondEntry {
    private static final int HEADER_BYTES = 28;
    private static final int SEED = 0x01000193;
    private static final int OFFSET = 5;
    private static final int COMPRESSED = 6;
    private static final int UNCOMPRESSED = 7;

    private final ByteBuffer image;
    private final int length;
    private final int locations;
    private final int strings;
    private final int contents;
    private final int stringsSize;
    private final List<byte[]> paths = new ArrayList<>();
    private final List<Integer> places = new ArrayList<>();

    private SecondEntry(Path modules) throws IOException {
        image = ByteBuffer.wrap(Files.readAllBytes(modules)).order(ByteOrder.LITTLE_ENDIAN);
        length = image.getInt(16);
        locations = HEADER_BYTES + 2 * Integer.BYTES * length;
        strings = locations + image.getInt(20);
        stringsSize = image.getInt(24);
        contents = strings + stringsSize;
        for (int i = 0; i < length; i++) {
            places.add(image.getInt(HEADER_BYTES + Integer.BYTES * (length + i)));
            paths.add(path(attributes(places.get(i))));
        }
    }

    /** Returns the bytes of a resource with a text in it replaced by another one of the same length. */
    public static byte[] changed(byte[] resource, String text, String other) {
        return new String(resource, StandardCharsets.ISO_8859_1).replace(text, other).getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Adds an entry of a path that the image has. */
    public static void add(Path modules, String path, byte[] content) throws IOException {
        new SecondEntry(modules).add(path.getBytes(StandardCharsets.UTF_8), content, modules);
    }

    private void add(byte[] path, byte[] content, Path modules) throws IOException {
        int victim = 0;
        while (!Arrays.equals(paths.get(victim), path)) {
            victim++;
        }
        long[] added = attributes(places.get(victim));
        ByteArrayOutputStream more = new ByteArrayOutputStream();
        long[] old = added.clone();
        added[OFFSET] = (long) image.capacity() - contents;
        added[COMPRESSED] = 0;
        added[UNCOMPRESSED] = content.length;
        write(added, more);
        int second = strings - locations + more.size();
        write(old, more);
        places.set(victim, strings - locations);

        int[] redirects = new int[length + 1];
        int[] slots = new int[length + 1];
        Arrays.fill(slots, -1);
        hash(redirects, slots);
        ByteBuffer index = ByteBuffer.allocate(contents + 2 * Integer.BYTES + more.size()).order(ByteOrder.LITTLE_ENDIAN);
        index.put(image.array(), 0, 12).putInt(length + 1).putInt(length + 1).putInt(strings - locations + more.size())
                .putInt(stringsSize);
        Arrays.stream(redirects).forEach(index::putInt);
        Arrays.stream(slots).forEach(slot -> index.putInt(slot < 0 ? second : places.get(slot)));
        index.put(image.array(), locations, strings - locations).put(more.toByteArray()).put(image.array(), strings, stringsSize);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(index.array());
        all.write(image.array(), contents, image.capacity() - contents);
        all.writeBytes(content);
        Files.write(modules, all.toByteArray());
    }

    /** Places all paths but the second one of its kind, which gets the slot that is left. */
    private void hash(int[] redirects, int[] slots) {
        List<List<Integer>> buckets = new ArrayList<>();
        for (int i = 0; i <= length; i++) {
            buckets.add(new ArrayList<>());
        }
        for (int i = 0; i < length; i++) {
            buckets.get(slot(paths.get(i), SEED, length + 1)).add(i);
        }
        int free = 0;
        for (List<Integer> bucket : buckets.stream().filter(each -> !each.isEmpty())
                .sorted(Comparator.comparingInt((List<Integer> each) -> -each.size())).toList()) {
            int first = slot(paths.get(bucket.get(0)), SEED, length + 1);
            if (bucket.size() == 1) {
                while (slots[free] >= 0) {
                    free++;
                }
                slots[free] = bucket.get(0);
                redirects[first] = -1 - free;
                continue;
            }
            for (int seed = SEED + 1; redirects[first] == 0; seed++) {
                int with = seed;
                List<Integer> wanted = bucket.stream().map(each -> slot(paths.get(each), with, length + 1)).toList();
                if (wanted.stream().distinct().count() == wanted.size() && wanted.stream().allMatch(each -> slots[each] < 0)) {
                    for (int i = 0; i < wanted.size(); i++) {
                        slots[wanted.get(i)] = bucket.get(i);
                    }
                    redirects[first] = seed;
                }
            }
        }
    }

    private static int slot(byte[] path, int seed, int length) {
        int hash = seed;
        for (byte each : path) {
            hash = hash * SEED ^ (each & 0xff);
        }
        return (hash & Integer.MAX_VALUE) % length;
    }

    private long[] attributes(int place) {
        long[] attributes = new long[9];
        int at = locations + place;
        for (int head = image.get(at++) & 0xff; head != 0; head = image.get(at++) & 0xff) {
            long value = 0;
            for (int i = 0; i <= (head & 7); i++) {
                value = value << 8 | (image.get(at++) & 0xff);
            }
            attributes[head >> 3] = value;
        }
        return attributes;
    }

    private static void write(long[] attributes, ByteArrayOutputStream to) {
        for (int kind = 1; kind < attributes.length; kind++) {
            if (attributes[kind] != 0) {
                to.write(kind << 3 | 7);
                to.writeBytes(ByteBuffer.allocate(Long.BYTES).putLong(attributes[kind]).array());
            }
        }
        to.write(0);
    }

    private byte[] path(long[] attributes) {
        String module = string(attributes[1]);
        String parent = string(attributes[2]);
        String extension = string(attributes[4]);
        return ((module.isEmpty() ? "" : "/" + module + "/") + (parent.isEmpty() ? "" : parent + "/") + string(attributes[3])
                + (extension.isEmpty() ? "" : "." + extension)).getBytes(StandardCharsets.UTF_8);
    }

    private String string(long offset) {
        int from = strings + (int) offset;
        int to = from;
        while (image.get(to) != 0) {
            to++;
        }
        return new String(image.array(), from, to - from, StandardCharsets.UTF_8);
    }
}
