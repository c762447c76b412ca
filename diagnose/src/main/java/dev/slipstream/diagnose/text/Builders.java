package dev.slipstream.diagnose.text;

import dev.slipstream.diagnose.event.Frame;
import dev.slipstream.diagnose.profile.Frames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The builders that grow, by allocation events. A sample of a growing builder does not show how the builder was created,
 * but samples of the same method, or of one that called it, show the arrays of new builders. The lengths of texts follow from the
 * sizes of arrays, which are recorded in bursts.
 *
 * <p>Not thread-safe.
 */
final class Builders {
    private static final String BUILDER = "java.lang.StringBuilder";
    private static final String BUFFER = "java.lang.StringBuffer";
    private static final String BASE = "java.lang.AbstractStringBuilder";
    private static final Set<String> GROWS = Set.of("ensureCapacity", "ensureCapacityInternal", "ensureCapacityNewCoder",
            "ensureCapacitySameCoder", "grow", "expandCapacity", "inflate", "inflateIfNeededFor");
    private static final Set<String> NEW = Set.of("<init>");
    private static final String WITHOUT_CAPACITY = "()V";

    /** The methods of a stack that are considered: the application's nearest to the top. */
    private static final int DEEP = 5;

    /** Bounds the memory. */
    private static final int MOST = 2_000;

    /** Size in bytes of the largest array to which a text of at most 128 characters grows. */
    private static final long LARGEST = 160;

    /** Number of sizes below which they tell nothing. */
    private static final int FEW = 5;

    private final Map<List<String>, Double> grown = new HashMap<>();
    private final Map<String, Method> methods = new HashMap<>();

    /** The number of events that show builders of a method. */
    private static final class Method {
        private int byDefault;
        private int otherwise;
        private int small;
        private int large;

        boolean isCreator() {
            return byDefault + otherwise > 0;
        }

        boolean hasSizes() {
            return small + large >= FEW;
        }
    }

    /**
     * Bytes of growing builders that the remedy may save.
     *
     * @param certain those of builders created without a capacity, for texts of at most 128 characters
     * @param possible these, and those of which either is unknown
     */
    record Remedied(double certain, double possible) {}

    /** The part of a text's work that a sample shows. */
    enum Sight {
        /** The array of a {@code StringBuilder} grows. */
        BUILDER_GROWS,
        /** The array of a {@code StringBuffer} grows; a {@code StringWriter} has one. */
        BUFFER_GROWS,
        /** Something else. */
        OTHER;

        boolean grows() {
            return this != OTHER;
        }
    }

    /**
     * Adds a sample.
     *
     * @param frames the stack, the top frame first
     * @param bytes its weight
     */
    Sight add(List<Frame> frames, double bytes) {
        boolean grows = false;
        for (Frame frame : frames) {
            grows |= frame.is(BASE, GROWS);
            if (frame.type().equals(BUILDER)) {
                return builder(frame, frames, grows, bytes);
            }
            if (frame.type().equals(BUFFER)) {
                return grows ? Sight.BUFFER_GROWS : Sight.OTHER;
            }
            if (!Frames.isOfJdk(frame.type())) {
                break;
            }
        }
        return grows ? Sight.BUILDER_GROWS : Sight.OTHER;
    }

    private Sight builder(Frame frame, List<Frame> frames, boolean grows, double bytes) {
        List<String> callers = callers(frames);
        if (callers.isEmpty()) {
            return Sight.OTHER;
        }
        if (grows) {
            if (grown.size() < MOST || grown.containsKey(callers)) {
                grown.merge(callers, bytes, Double::sum);
            }
            return Sight.BUILDER_GROWS;
        }
        Method method = frame.is(BUILDER, NEW) ? method(callers) : null;
        if (method != null) {
            if (frame.descriptor().equals(WITHOUT_CAPACITY)) {
                method.byDefault++;
            } else {
                method.otherwise++;
            }
        }
        return Sight.OTHER;
    }

    private Method method(List<String> callers) {
        String nearest = callers.get(0);
        return methods.size() < MOST || methods.containsKey(nearest) ? methods.computeIfAbsent(nearest, any -> new Method())
                : null;
    }

    /**
     * Takes an allocation with its size. One with twice the size is recorded twice as often.
     *
     * @param frames the stack, the top frame first
     * @param size its size in bytes
     */
    void size(List<Frame> frames, long size) {
        List<String> callers = callers(frames);
        Method method = callers.isEmpty() || !frames.stream().anyMatch(frame -> frame.is(BASE, GROWS)) ? null : method(callers);
        if (method != null) {
            if (size <= LARGEST) {
                method.small++;
            } else {
                method.large++;
            }
        }
    }

    private static List<String> callers(List<Frame> frames) {
        List<String> callers = new ArrayList<>(DEEP);
        for (Frame frame : frames) {
            if (!Frames.isOfJdk(frame.type())) {
                callers.add(frame.place());
                if (callers.size() == DEEP) {
                    break;
                }
            }
        }
        return callers;
    }

    /** Returns the bytes of growing builders that the remedy may save. */
    Remedied remedied() {
        double certain = 0;
        double possible = 0;
        for (Map.Entry<List<String>, Double> entry : grown.entrySet()) {
            Method creator =
                    entry.getKey().stream().map(methods::get).filter(each -> each != null && each.isCreator()).findFirst()
                            .orElse(null);
            Method grower = methods.get(entry.getKey().get(0));
            boolean hasSizes = grower != null && grower.hasSizes();
            double bytes = entry.getValue()
                    * (creator == null ? 1 : (double) creator.byDefault / (creator.byDefault + creator.otherwise));
            // A long text grows through small arrays first, which are at most as many bytes as the large ones.
            double ofShort = hasSizes ? bytes * Math.max(0, grower.small - grower.large) / (grower.small + grower.large) : bytes;
            possible += ofShort;
            certain += hasSizes && creator != null ? ofShort : 0;
        }
        return new Remedied(certain, possible);
    }
}
