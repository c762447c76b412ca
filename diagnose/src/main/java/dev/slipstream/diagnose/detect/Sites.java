package dev.slipstream.diagnose.detect;

import dev.slipstream.diagnose.event.Frame;
import dev.slipstream.diagnose.profile.Frames;
import dev.slipstream.diagnose.result.Finding.Site;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;

/** Places in the application, weighted by what was seen there. */
public final class Sites {
    private static final int SHOWN = 10;

    /** Bounds the memory if a recording has ever new places. */
    private static final int MOST = 2_000;

    private static final int MOST_DETAILS = 100;

    private static final String OTHERS = "others";

    private final Map<Place, Tally> tallies = new HashMap<>();

    private record Place(String method, int line) {}

    private static final class Tally {
        private long count;
        private final Map<Object, Double> byThread = new HashMap<>();
        private final Map<String, Double> details = new TreeMap<>();

        double weight(ToDoubleFunction<Object> worth) {
            double sum = 0;
            for (Map.Entry<Object, Double> entry : byThread.entrySet()) {
                sum += entry.getValue() * (entry.getKey().equals(OTHERS) ? 1 : worth.applyAsDouble(entry.getKey()));
            }
            return sum;
        }
    }

    /**
     * Adds one observation.
     *
     * @param thread the thread
     * @param frames its stack, the top frame first
     * @param seen the weight of the observation
     * @param detail further information; may be empty
     */
    public void add(Object thread, List<Frame> frames, double seen, String detail) {
        Frame caller = Frames.caller(frames);
        if (caller == null) {
            return;
        }
        Place place = new Place(caller.place(), caller.line());
        Tally tally = tallies.get(place);
        if (tally == null) {
            if (tallies.size() >= MOST) {
                return;
            }
            tally = new Tally();
            tallies.put(place, tally);
        }
        tally.count++;
        tally.byThread.merge(tally.byThread.size() < MOST_DETAILS ? thread : OTHERS, seen, Double::sum);
        if (!detail.isEmpty() && (tally.details.size() < MOST_DETAILS || tally.details.containsKey(detail))) {
            tally.details.merge(detail, seen, Double::sum);
        }
    }

    /**
     * Returns the places with the largest weights, the heaviest first.
     *
     * @param thread returns the factor for a thread's weights
     */
    public List<Site> heaviest(ToDoubleFunction<Object> thread) {
        return heaviest(thread, (method, line) -> 1);
    }

    /** Returns the total weight of all places. */
    public double weight(ToDoubleFunction<Object> thread, ToDoubleBiFunction<String, Integer> place) {
        double sum = 0;
        for (Map.Entry<Place, Tally> entry : tallies.entrySet()) {
            sum += entry.getValue().weight(thread) * place.applyAsDouble(entry.getKey().method, entry.getKey().line);
        }
        return sum;
    }

    /**
     * Returns the places with the largest weights, the heaviest first.
     *
     * @param place returns the factor for a method and a line
     */
    public List<Site> heaviest(ToDoubleFunction<Object> thread, ToDoubleBiFunction<String, Integer> place) {
        Map<Place, Double> weights = new HashMap<>();
        double sum = 0;
        for (Map.Entry<Place, Tally> entry : tallies.entrySet()) {
            double weight = entry.getValue().weight(thread) * place.applyAsDouble(entry.getKey().method, entry.getKey().line);
            if (weight > 0) {
                weights.put(entry.getKey(), weight);
                sum += weight;
            }
        }
        List<Place> sorted = new ArrayList<>(weights.keySet());
        sorted.sort(Comparator.<Place>comparingDouble(at -> -weights.get(at)).thenComparing(Place::method)
                .thenComparingInt(Place::line));
        List<Site> sites = new ArrayList<>();
        for (Place at : sorted.subList(0, Math.min(SHOWN, sorted.size()))) {
            Tally tally = tallies.get(at);
            sites.add(new Site(at.method, at.line, tally.count, weights.get(at) / sum, heaviestDetail(tally.details)));
        }
        return sites;
    }

    private static String heaviestDetail(Map<String, Double> details) {
        return details.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey).orElse("");
    }
}
