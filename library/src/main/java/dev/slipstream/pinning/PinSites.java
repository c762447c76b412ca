package dev.slipstream.pinning;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Counts of the sites at which virtual threads were seen pinned. Only the keeper's thread samples and counts; any thread reads. */
final class PinSites {
    /** Number of distinct sites kept: enough for a report, and a bound for an application that generates classes. */
    private static final int MOST_SITES = 256;

    private final Map<String, Long> counts = new ConcurrentHashMap<>();

    /** Counts a virtual thread that parks, or parked a moment ago, while pinned. */
    void countParked(Thread parked) {
        count(Site.of(parked.getStackTrace()));
    }

    /** Counts the virtual thread of a carrier that is stuck. */
    void countStuck(Thread mounted, boolean enteringMonitor) {
        count(Site.ofStuck(mounted.getStackTrace(), enteringMonitor));
    }

    private void count(Optional<Site> seen) {
        String site = seen.isPresent() ? seen.get().toString() : null;
        if (site != null && (counts.size() < MOST_SITES || counts.containsKey(site))) {
            // Only the keeper's thread writes. Not a lambda: this runs beside the application's first virtual threads.
            counts.put(site, counts.getOrDefault(site, 0L) + 1);
        }
    }

    Map<String, Long> top(int most) {
        if (counts.isEmpty()) {
            // Without the streams, whose classes the first use loads.
            return Map.of();
        }
        Map<String, Long> top = new LinkedHashMap<>();
        counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder()))
                .limit(most)
                .forEach(site -> top.put(site.getKey(), site.getValue()));
        return top;
    }

    /**
     * Reason and place of a pin, as far as the virtual thread's stack shows them. The site is the outermost class initialiser or
     * native frame, if there is one, since those pin on every JDK. Otherwise the reason is a monitor, and the site is the innermost
     * frame outside the JDK, which holds the monitor or called the method that does.
     *
     * @param reason {@code monitor}, {@code monitor entry}, {@code native frame}, {@code class initialiser}, or
     *         {@code waits for a processor or a class} if the stack shows no such reason: the thread is runnable, or another thread
     *         initialises the class that it needs
     * @param frame the frame, as in a stack trace
     */
    record Site(String reason, String frame) {
        static Optional<Site> of(StackTraceElement[] stack) {
            return of(stack, "monitor");
        }

        /** Returns the site of a carrier that is stuck itself, as opposed to a virtual thread that parks. */
        static Optional<Site> ofStuck(StackTraceElement[] stack, boolean enteringMonitor) {
            boolean inNative = stack.length > 0 && stack[0].isNativeMethod();
            return of(stack, enteringMonitor ? "monitor entry" : inNative ? "native frame" : "waits for a processor or a class");
        }

        private static Optional<Site> of(StackTraceElement[] stack, String otherwise) {
            StackTraceElement outside = null;
            StackTraceElement deeper = null;
            String reason = otherwise;
            for (int i = 0; i < stack.length; i++) {
                StackTraceElement frame = stack[i];
                if (outside == null && !isOfTheJdk(frame)) {
                    outside = frame;
                }
                if (frame.getMethodName().equals("<clinit>")) {
                    reason = "class initialiser";
                    deeper = frame;
                } else if (frame.isNativeMethod() && i > 0) {
                    reason = "native frame";
                    deeper = nearestCallerOutsideTheJdk(stack, i);
                }
            }
            StackTraceElement frame = deeper != null ? deeper : outside;
            return frame == null ? Optional.empty() : Optional.of(new Site(reason, frame.toString()));
        }

        /**
         * Returns the nearest caller outside the JDK, which tells more than the native frame itself; the native frame if there is
         * none.
         */
        private static StackTraceElement nearestCallerOutsideTheJdk(StackTraceElement[] stack, int nativeFrame) {
            for (int i = nativeFrame; i < stack.length; i++) {
                if (!isOfTheJdk(stack[i])) {
                    return stack[i];
                }
            }
            return stack[nativeFrame];
        }

        private static boolean isOfTheJdk(StackTraceElement frame) {
            String module = frame.getModuleName();
            return module != null && (module.startsWith("java.") || module.startsWith("jdk."));
        }

        @Override
        public String toString() {
            return frame + " (" + reason + ")";
        }
    }
}
