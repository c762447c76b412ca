package dev.slipstream.diagnose;

import dev.slipstream.diagnose.arenas.ArenasDetector;
import dev.slipstream.diagnose.buffering.BufferingDetector;
import dev.slipstream.diagnose.detect.Detector;
import dev.slipstream.diagnose.naming.NamingDetector;
import dev.slipstream.diagnose.pinning.PinningDetector;
import dev.slipstream.diagnose.priority.PriorityDetector;
import dev.slipstream.diagnose.text.TextDetector;
import java.util.List;

/** All detectors. */
final class Detectors {
    private Detectors() {}

    /** Returns a new detector for each remedy, in the usual order of remedies. */
    static List<Detector> all() {
        return List.of(new PinningDetector(), new NamingDetector(), new ArenasDetector(), new PriorityDetector(),
                new BufferingDetector(), new TextDetector());
    }
}
