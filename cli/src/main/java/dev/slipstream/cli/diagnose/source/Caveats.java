package dev.slipstream.cli.diagnose.source;

import dev.slipstream.cli.diagnose.Diagnosis;
import java.util.ArrayList;
import java.util.List;

/** What only those know who have fetched the events. */
final class Caveats {
    private Caveats() {
    }

    /** The same diagnosis with more of them. */
    static Diagnosis added(Diagnosis found, List<String> more) {
        List<String> caveats = new ArrayList<>(found.caveats());
        caveats.addAll(more);
        return new Diagnosis(found.subject(), found.seconds(), found.findings(), caveats, found.moments());
    }
}
