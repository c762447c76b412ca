package dev.slipstream.agent.bake;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The table by which the JVM finds a path in an image: as many slots as there are paths, and a redirect for each value of a first hash. A
 * redirect is 0 if no path has that value; the seed of a second hash, whose value is the slot, if several have; or -1 minus the slot.
 */
final class PerfectHash {
    private static final int SEED = 0x01000193;
    private static final int FREE = -1;

    final int[] redirects;

    /** The index of the path in each slot. */
    final int[] slots;

    /** Makes the table for paths that differ. The same paths in the same order give the same table. */
    PerfectHash(List<byte[]> paths) {
        int length = paths.size();
        redirects = new int[length];
        slots = new int[length];
        Arrays.fill(slots, FREE);
        List<List<Integer>> buckets = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            buckets.add(new ArrayList<>());
        }
        for (int i = 0; i < length; i++) {
            buckets.get(slot(paths.get(i), SEED, length)).add(i);
        }
        List<Integer> largestFirst = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            largestFirst.add(i);
        }
        largestFirst.sort(Comparator.comparingInt(i -> -buckets.get(i).size()));
        int free = 0;
        for (int first : largestFirst) {
            List<Integer> bucket = buckets.get(first);
            if (bucket.isEmpty()) {
                break;
            }
            if (bucket.size() > 1) {
                redirects[first] = place(bucket, paths);
            } else {
                while (slots[free] != FREE) {
                    free++;
                }
                slots[free] = bucket.get(0);
                redirects[first] = -1 - free;
            }
        }
    }

    /** Returns the first seed that leads all paths of a bucket to slots of their own. */
    private int place(List<Integer> bucket, List<byte[]> paths) {
        for (int seed = SEED + 1;; seed++) {
            int placed = 0;
            while (placed < bucket.size() && slots[slot(paths.get(bucket.get(placed)), seed, slots.length)] == FREE) {
                slots[slot(paths.get(bucket.get(placed)), seed, slots.length)] = bucket.get(placed);
                placed++;
            }
            if (placed == bucket.size()) {
                return seed;
            }
            for (int i = 0; i < placed; i++) {
                slots[slot(paths.get(bucket.get(i)), seed, slots.length)] = FREE;
            }
        }
    }

    /**
     * Returns the slot in which the JVM looks for a path.
     *
     * @return a number that may be no slot if the table is damaged; -1 if the JVM looks in none
     */
    static int find(int[] redirects, byte[] path) {
        int redirect = redirects[slot(path, SEED, redirects.length)];
        return redirect > 0 ? slot(path, redirect, redirects.length) : redirect < 0 ? -1 - redirect : -1;
    }

    private static int slot(byte[] path, int seed, int length) {
        int hash = seed;
        for (byte each : path) {
            hash = hash * SEED ^ (each & 0xff);
        }
        return (hash & Integer.MAX_VALUE) % length;
    }
}
