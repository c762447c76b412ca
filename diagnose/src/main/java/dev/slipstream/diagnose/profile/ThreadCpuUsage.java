package dev.slipstream.diagnose.profile;

import dev.slipstream.diagnose.event.Event;
import dev.slipstream.diagnose.event.EventThread;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Tracks the processor use of each thread. The flight recorder reports it once per period, and when a thread ends, as a fraction of
 * all processors since its last report. The first report covers the whole life of the thread so far. It is left out, unless the
 * recording began with the JVM.
 */
public final class ThreadCpuUsage {
    public static final String EVENT = "jdk.ThreadCPULoad";
    public static final String START = "jdk.ThreadStart";

    private static final String COMMON_POOL = "ForkJoinPool.commonPool-worker-";
    private static final String OWN_POOL = "ForkJoinPool-";

    /** State of a thread between two of its events. */
    private static final class Known {
        private Instant last;
        private String name = "";
        private boolean renamed;
        private boolean hasStarted;
        private boolean ofCommonPool;
        private boolean ofOwnPool;
        private long osId;

        void see(String now) {
            ofCommonPool |= now != null && now.startsWith(COMMON_POOL);
            ofOwnPool |= now != null && now.startsWith(OWN_POOL);
        }
    }

    /** The most recently reported threads, by id, in access order. */
    private final Map<Object, Known> known = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Object, Known> eldest) {
            return size() > Profile.MOST_THREADS;
        }
    };
    private Instant jvmStart;

    /** Where the time begins for which the use is known: the first report, or the JVM's start. */
    private Instant first;
    private Instant latest;

    /** Takes the time at which the JVM started. */
    public void jvm(Instant start) {
        jvmStart = start;
    }

    /** Records the start of a thread. */
    public void start(Event event) {
        EventThread thread = event.thread("thread");
        if (thread != null) {
            Known begun = new Known();
            begun.last = event.start();
            begun.hasStarted = true;
            begun.see(thread.javaName());
            known.putIfAbsent(thread.id(), begun);
        }
    }

    /**
     * Takes a report about a thread.
     *
     * @param period the period of the reports
     * @return the number of seconds that the report covers; 0 if it does not count
     */
    public double seconds(Event event, Duration period) {
        EventThread thread = event.thread("eventThread");
        if (thread == null) {
            return 0;
        }
        Instant now = event.start();
        if (first == null) {
            boolean withTheJvm =
                    jvmStart != null && jvmStart.isBefore(now) && now.isBefore(jvmStart.plus(period.multipliedBy(2)));
            first = withTheJvm ? jvmStart : now;
        } else if (now.isBefore(first)) {
            first = now;
        }
        if (latest == null || now.isAfter(latest)) {
            latest = now;
        }
        Known of = known.get(thread.id());
        if (of == null) {
            of = new Known();
            known.put(thread.id(), of);
        }
        String name = String.valueOf(thread.javaName());
        of.renamed |= !of.name.isEmpty() && !of.name.equals(name);
        of.name = name;
        of.see(name);
        of.osId = thread.osId();
        Instant since = of.last;
        of.last = now;
        double whole = period.toNanos() / 1e9;
        if (since == null && !first.equals(jvmStart)) {
            return now.isBefore(first.plus(period.dividedBy(2))) ? 0 : whole;
        }
        Instant from = since == null || since.isBefore(first) ? first : since;
        return Math.max(0, Math.min(whole, Duration.between(from, now).toNanos() / 1e9));
    }

    /** Returns the length of the time for which the threads' use is known, in seconds. */
    public double seconds() {
        return first == null ? 0 : Duration.between(first, latest).toNanos() / 1e9;
    }

    /** Returns the threads whose names have changed. */
    public Set<Object> renamed() {
        Set<Object> renamed = new HashSet<>();
        known.forEach((id, of) -> {
            if (of.renamed) {
                renamed.add(id);
            }
        });
        return renamed;
    }

    /** Returns whether a thread has ever had the name of a worker of the common pool. */
    public boolean isOfCommonPool(Object id) {
        Known of = known.get(id);
        return of != null && of.ofCommonPool;
    }

    /** Returns whether a thread has ever had the name of a worker of a pool that the application has made. */
    public boolean isOfOwnPool(Object id) {
        Known of = known.get(id);
        return of != null && of.ofOwnPool;
    }

    /** Returns whether the start of a thread was recorded. */
    public boolean hasStarted(Object id) {
        Known of = known.get(id);
        return of != null && of.hasStarted;
    }

    /** Returns the thread with an operating system thread id; null if none was seen. */
    public Object byOsId(long osId) {
        for (Map.Entry<Object, Known> entry : known.entrySet()) {
            if (entry.getValue().osId == osId) {
                return entry.getKey();
            }
        }
        return null;
    }

    /** Returns the last name seen of a thread; empty if none was. */
    public String name(Object id) {
        Known of = known.get(id);
        return of == null ? "" : of.name;
    }
}
