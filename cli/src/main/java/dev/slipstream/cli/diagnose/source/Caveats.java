package dev.slipstream.cli.diagnose.source;

import dev.slipstream.cli.diagnose.Diagnosis;
import java.util.ArrayList;
import java.util.List;

/** Adds caveats that only the source of the events knows. */
final class Caveats {
    private Caveats() {
    }

    /** Returns a copy of a diagnosis with additional caveats. */
    static Diagnosis added(Diagnosis found, List<String> more) {
        List<String> caveats = new ArrayList<>(found.caveats());
        caveats.addAll(more);
        return new Diagnosis(found.subject(), found.seconds(), found.findings(), caveats, found.moments());
    }
}
