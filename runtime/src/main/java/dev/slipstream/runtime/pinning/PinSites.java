package dev.slipstream.runtime.pinning;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Counts of the sites at which virtual threads were seen pinned. Only the keeper's thread samples and counts; any thread reads. */
final class PinSites {
    /** Number of distinct sites kept: enough for a report, and a bound for an application that generates classes. */
    private static final int MOST_SITES = 256;

    private final boolean monitorsPin;
    private final Map<String, Long> counts = new ConcurrentHashMap<>();

    /**
     * Creates counts of zero.
     *
     * @param monitorsPin whether a virtual thread that holds a monitor pins its carrier, as on JDK 21 to 23
     */
    PinSites(boolean monitorsPin) {
        this.monitorsPin = monitorsPin;
    }

    /**
     * Counts a virtual thread that holds its carrier.
     *
     * @param stack the virtual thread's, the innermost frame first
     * @param carrier the state that the carrier had just before; a thread that was waiting then is counted only if the stack shows that
     *         it still does
     */
    void count(StackTraceElement[] stack, Thread.State carrier) {
        count(Site.of(stack, carrier, monitorsPin));
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
     * native frame, if there is one, since those pin on every JDK. Otherwise it is the innermost frame outside the JDK, which holds the
     * monitor or called the method that does.
     *
     * @param reason {@code monitor}, {@code Object.wait}, {@code monitor entry}, {@code native frame}, {@code class initialiser}, or
     *         {@code waits for a processor or a class} if the stack shows no such reason: the thread is runnable, or another thread
     *         initialises the class that it needs
     * @param frame the frame, as in a stack trace
     */
    record Site(String reason, String frame) {
        static Optional<Site> of(StackTraceElement[] stack, Thread.State carrier, boolean monitorsPin) {
            if (carrier == Thread.State.BLOCKED) {
                return of(stack, 0, "monitor entry");
            }
            if (carrier == Thread.State.RUNNABLE) {
                boolean inNative = stack.length > 0 && stack[0].isNativeMethod();
                return of(stack, 0, inNative ? "native frame" : "waits for a processor or a class");
            }
            for (int i = 0; i < stack.length && isOfTheJdk(stack[i]); i++) {
                if (is(stack[i], "java.lang.VirtualThread", "parkOnCarrierThread")) {
                    return of(stack, i, monitorsPin ? "monitor" : "native frame");
                }
                if (is(stack[i], "java.lang.Object", "wait0")) {
                    return of(stack, i, monitorsPin ? "Object.wait" : "native frame");
                }
            }
            // It has moved on. A park outside those methods pins nothing.
            return Optional.empty();
        }

        private static boolean is(StackTraceElement frame, String type, String method) {
            return frame.getMethodName().equals(method) && frame.getClassName().equals(type);
        }

        /**
         * Returns the site.
         *
         * @param from index of the frame in which the thread blocks; those above pin nothing
         * @param otherwise the reason unless a deeper frame shows another
         */
        private static Optional<Site> of(StackTraceElement[] stack, int from, String otherwise) {
            StackTraceElement outside = null;
            StackTraceElement deeper = null;
            String reason = otherwise;
            for (int i = from; i < stack.length; i++) {
                StackTraceElement frame = stack[i];
                if (outside == null && !isOfTheJdk(frame)) {
                    outside = frame;
                }
                if (frame.getMethodName().equals("<clinit>")) {
                    reason = "class initialiser";
                    deeper = frame;
                } else if (frame.isNativeMethod() && i > from) {
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
