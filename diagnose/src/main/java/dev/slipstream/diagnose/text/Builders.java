package dev.slipstream.diagnose.text;

import dev.slipstream.diagnose.event.Frame;
import dev.slipstream.diagnose.profile.Frames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What allocation samples tell about the builders that grow. A sample of a growing builder does not show how the builder was created.
 * But other samples of the same method, or of one that called it, show arrays of new builders and of finished texts.
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
    private static final Set<String> FINISHED = Set.of("toString");
    private static final String WITHOUT_CAPACITY = "()V";

    /** The methods of a stack that are considered: the application's nearest to the top. */
    private static final int DEEP = 5;

    /** Bounds the memory. */
    private static final int MOST = 2_000;

    /** Bytes of the array of a text of 128 characters, as a multiple of its {@code String}: no capacity beyond is chosen. */
    private static final double LONG = 8;
    private static final int FEW = 10;

    private final Map<List<String>, Double> grown = new HashMap<>();
    private final Map<String, Method> methods = new HashMap<>();

    /** The bytes that samples of a method show. */
    private static final class Method {
        private double byDefault;
        private double otherwise;
        private double strings;
        private double characters;
        private int texts;

        boolean isCreator() {
            return byDefault + otherwise > 0;
        }

        boolean isLong() {
            return texts >= FEW && characters > LONG * strings;
        }
    }

    /** What a sample shows of a text. */
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
     * @param type the class of the allocated object
     * @param bytes its weight
     */
    Sight add(List<Frame> frames, String type, double bytes) {
        boolean grows = false;
        for (Frame frame : frames) {
            grows |= frame.is(BASE, GROWS);
            if (frame.type().equals(BUILDER)) {
                return builder(frame, frames, grows, type, bytes);
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

    private Sight builder(Frame frame, List<Frame> frames, boolean grows, String type, double bytes) {
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
        if (methods.size() < MOST || methods.containsKey(callers.get(0))) {
            Method method = methods.computeIfAbsent(callers.get(0), any -> new Method());
            if (frame.is(BUILDER, NEW)) {
                if (frame.descriptor().equals(WITHOUT_CAPACITY)) {
                    method.byDefault += bytes;
                } else {
                    method.otherwise += bytes;
                }
            } else if (frame.is(BUILDER, FINISHED)) {
                if ("java.lang.String".equals(type)) {
                    method.strings += bytes;
                } else {
                    method.characters += bytes;
                    method.texts++;
                }
            }
        }
        return Sight.OTHER;
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

    /** Returns the bytes of growing builders that were created without a capacity and hold no long texts. */
    double remedied() {
        double sum = 0;
        for (Map.Entry<List<String>, Double> entry : grown.entrySet()) {
            Method creator = first(entry.getKey(), true);
            Method finisher = first(entry.getKey(), false);
            if (creator != null && (finisher == null || !finisher.isLong())) {
                sum += entry.getValue() * creator.byDefault / (creator.byDefault + creator.otherwise);
            }
        }
        return sum;
    }

    private Method first(List<String> callers, boolean creator) {
        for (String caller : callers) {
            Method method = methods.get(caller);
            if (method != null && (creator ? method.isCreator() : method.texts > 0)) {
                return method;
            }
        }
        return null;
    }
}
