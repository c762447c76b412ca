package dev.slipstream.lab.experiment.pinning;

import static dev.slipstream.lab.Subject.slipstream;
import static dev.slipstream.lab.Subject.stock;

import dev.slipstream.lab.Scenario;
import dev.slipstream.lab.Scenario.Ending;
import dev.slipstream.lab.Subject;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The scenarios of the pinning experiment: programs that hang on a stock JDK, and others that must keep working. */
final class PinningScenarios {
    private static final Duration DEADLINE = Duration.ofSeconds(8);
    /** A hang known from production. */
    private static final String HEADLINE = "f-lock-hand-over";

    private static final String TWO_CARRIERS = "-Djdk.virtualThreadScheduler.parallelism=2";
    private static final String NATIVE_REFLECTION = "-Djdk.reflect.useNativeAccessorOnly=true";

    private PinningScenarios() {
    }

    /**
     * Returns the scenarios.
     *
     * @param features the JDKs to run them on
     * @param repeats the number of times each must pass
     */
    static List<Scenario> on(List<Integer> features, int repeats) {
        return List.of(
                scenario(HEADLINE, "pinned in wait for a lock, whose next owner is unmounted",
                        LockHandOver.class, HangsOnStock.BEFORE_24, features, repeats),
                scenario("f-monitor-entry", "blocked at a monitor, whose owner waits for a message",
                        MonitorEntry.class, HangsOnStock.BEFORE_24, features, repeats),
                scenario("f-monitor-wait", "1,000 threads in Object.wait",
                        MonitorWait.class, HangsOnStock.BEFORE_24, features, repeats),
                scenario("f-class-initialiser", "a class initialiser that parks",
                        ClassInitialiser.class, HangsOnStock.BEFORE_26, features, repeats),
                scenario("f-native-frame", "a park under a native frame",
                        NativeFrame.class, HangsOnStock.ALWAYS, features, repeats, NATIVE_REFLECTION),
                scenario("f-timed-park", "timed parks inside synchronized",
                        TimedPark.class, HangsOnStock.NEVER, features, repeats),
                scenario("f-interrupted-park", "interrupts of parks inside synchronized",
                        InterruptedPark.class, HangsOnStock.NEVER, features, repeats));
    }

    /** The feature releases on which a stock JDK is expected to hang. */
    private enum HangsOnStock {
        /** None: shows only that the remedy breaks nothing. */
        NEVER(0),
        /** Releases in which monitors pin (until JEP 491). */
        BEFORE_24(24),
        /** Releases in which waiting for another thread's class initialisation pins. */
        BEFORE_26(26),
        /** All releases so far. */
        ALWAYS(Integer.MAX_VALUE);

        private final int fixedIn;

        HangsOnStock(int fixedIn) {
            this.fixedIn = fixedIn;
        }

        private Ending ending(int feature) {
            return feature < fixedIn ? Ending.HANG : Ending.PASS;
        }
    }

    private static Scenario scenario(String id, String title, Class<?> main, HangsOnStock stock, List<Integer> features,
            int repeats, String... moreArgs) {
        List<String> args = moreArgs.length == 0 ? List.of(TWO_CARRIERS) : List.of(TWO_CARRIERS, moreArgs[0]);
        Map<Subject, Ending> subjects = new LinkedHashMap<>();
        for (int feature : features) {
            subjects.put(stock(feature), stock.ending(feature));
            subjects.put(slipstream(feature), Ending.PASS);
        }
        return new Scenario(id, title, main.getName(), args, DEADLINE, subjects, repeats,
                id.equals(HEADLINE));
    }
}
