package dev.slipstream.runtime.priority;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Weak set of the threads whose level was set. Compares by identity, since an application may override equals and hashCode. Safe
 * for use by several threads.
 */
final class Touched {
    private final ConcurrentHashMap<Object, Ref> threads = new ConcurrentHashMap<>();
    private final ReferenceQueue<Thread> dropped = new ReferenceQueue<>();

    private static final class Ref extends WeakReference<Thread> {
        private final int hash;

        Ref(Thread thread, ReferenceQueue<Thread> queue) {
            super(thread, queue);
            hash = System.identityHashCode(thread);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(Object other) {
            return this == other || (other instanceof Ref ref && get() != null && get() == ref.get())
                    || (other instanceof Key key && get() == key.thread());
        }
    }

    /** Lookup key, which spares the collector a weak reference. */
    private record Key(Thread thread) {
        @Override
        public int hashCode() {
            return System.identityHashCode(thread);
        }

        @Override
        public boolean equals(Object other) {
            return (other instanceof Ref ref && ref.get() == thread) || (other instanceof Key key && key.thread == thread);
        }
    }

    void add(Thread thread) {
        for (Reference<? extends Thread> gone = dropped.poll(); gone != null; gone = dropped.poll()) {
            threads.remove(gone);
        }
        if (!contains(thread)) {
            Ref ref = new Ref(thread, dropped);
            threads.put(ref, ref);
        }
    }

    boolean contains(Thread thread) {
        return !threads.isEmpty() && threads.containsKey(new Key(thread));
    }

    /** Returns the number of threads, including some that may already be collected. */
    int size() {
        return threads.size();
    }

    List<Thread> all() {
        List<Thread> all = new ArrayList<>();
        for (Ref ref : threads.values()) {
            Thread thread = ref.get();
            if (thread != null) {
                all.add(thread);
            }
        }
        return all;
    }
}
