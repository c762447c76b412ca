package dev.slipstream.diagnose.arenas;

import dev.slipstream.diagnose.detect.Detector;
import dev.slipstream.diagnose.detect.Sites;
import dev.slipstream.diagnose.event.Event;
import dev.slipstream.diagnose.event.EventThread;
import dev.slipstream.diagnose.event.Frame;
import dev.slipstream.diagnose.profile.Profile;
import dev.slipstream.diagnose.profile.ThreadKey;
import dev.slipstream.diagnose.result.Finding.Amount;
import dev.slipstream.diagnose.result.Finding.Site;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Closes of shared arenas. Each asks all threads for a handshake, for which its thread waits inside the JVM, where the flight recorder
 * takes no samples. An event tells how long a handshake took and for which thread, not why. Stacks tell that: those of thread dumps,
 * and of samples before or after the close.
 *
 * <p>Not thread-safe.
 */
final class Closes {
    /** Smallest part of the time that counts. */
    private static final double BAR = 0.05;

    /** Least time of a close in seconds: its thread also waits for the thread that makes the handshake, and for its own processor. */
    private static final double LEAST = 15e-6;

    private static final String HANDSHAKE = "HandshakeAllThreads";
    private static final String SESSION = "jdk.internal.foreign.SharedSession";
    private static final Set<String> CLOSE = Set.of("justClose");
    private static final String ACCESS = "jdk.internal.misc.ScopedMemoryAccess";
    private static final Set<String> CLOSE_SCOPE = Set.of("closeScope", "closeScope0");
    private static final String SESSIONS = "jdk.internal.foreign.MemorySessionImpl";
    private static final Set<String> OPEN = Set.of("createShared");
    private static final String OPENED = "opens shared arenas";
    private static final String CLOSED = "closes shared arenas";

    private final Map<Long, Handshakes> threads = new HashMap<>();
    private final Sites sites = new Sites();

    /** The handshakes that a thread asked for. */
    private static final class Handshakes {
        private long count;
        private double seconds;
    }

    /** Takes an event. */
    void accept(Event event) {
        EventThread caller = HANDSHAKE.equals(event.text("operation")) ? event.thread("caller") : null;
        if (caller == null || ThreadKey.of(caller).own() || threads.size() >= Profile.MOST_THREADS) {
            return;
        }
        Handshakes handshakes = threads.computeIfAbsent(caller.osId(), any -> new Handshakes());
        handshakes.count++;
        handshakes.seconds += Math.max(LEAST, event.duration().toNanos() / 1e9);
    }

    /**
     * Takes the stack of a thread.
     *
     * @param osId the thread's id in the operating system
     * @param frames the stack, the top frame first
     */
    void stack(long osId, List<Frame> frames) {
        for (Frame frame : frames) {
            if (frame.is(SESSION, CLOSE) || frame.is(ACCESS, CLOSE_SCOPE)) {
                sites.add(osId, frames, 1, CLOSED);
                return;
            }
            if (frame.is(SESSIONS, OPEN)) {
                sites.add(osId, frames, 1, OPENED);
                return;
            }
        }
    }

    /** Returns the time in handshakes of the threads that ask for them, as part of the time; 1 if one thread does nothing else. */
    double share(double seconds) {
        return Math.min(1, threads.values().stream().mapToDouble(each -> each.seconds).sum() / seconds);
    }

    /** Returns whether the handshakes matter. */
    boolean matter(double seconds) {
        return share(seconds) >= BAR;
    }

    /** Returns whether threads that ask for handshakes were seen to close or open shared arenas. */
    boolean isSeen() {
        return !sites().isEmpty();
    }

    /** Returns the places where threads that ask for handshakes close arenas, or open them. */
    List<Site> sites() {
        return sites.heaviest(id -> threads.containsKey(id) ? 1 : 0);
    }

    /** Returns figures about the handshakes. */
    List<Amount> amounts(double seconds) {
        long count = count();
        return List.of(new Amount("handshakes", count / seconds, "/s"),
                new Amount("mean time of a handshake", share(seconds) * seconds / count * 1e3, "ms"));
    }

    /** Returns what a handshake costs, in words. */
    String much(double seconds) {
        return Math.round(count() / seconds) + " handshakes/s of "
                + Math.round(share(seconds) * seconds / count() * 1e5) / 100.0 + " ms, " + Detector.percent(share(seconds))
                + " of the time of " + (threads.size() == 1 ? "the thread" : "one of the " + threads.size() + " threads")
                + " that asked for them";
    }

    private long count() {
        return threads.values().stream().mapToLong(each -> each.count).sum();
    }
}
