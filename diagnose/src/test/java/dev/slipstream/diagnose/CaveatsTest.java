package dev.slipstream.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.diagnose.event.Event;
import dev.slipstream.diagnose.event.EventKind;
import dev.slipstream.diagnose.pinning.PinningDetector;
import dev.slipstream.diagnose.result.DiagnosedJvm;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CaveatsTest {
    private static final String MISSES =
            "No event dev.slipstream.Pinning was recorded: if pinning is active, its share includes what the"
                    + " remedy saves.";

    private static Diagnostician diagnostician() {
        Diagnostician diagnostician = new Diagnostician(new DiagnosedJvm("Shop", null, 0, "", 0));
        diagnostician.metadata(List.of(new EventKind(1, PinningDetector.COMPENSATION, Set.of())));
        return diagnostician;
    }

    /** The type is registered by any recording, the event comes from an active remedy alone. */
    @Test
    void aMissingEventOfOurAgentIsSaidToBeMissing() {
        assertThat(diagnostician().diagnosis().caveats()).anyMatch(caveat -> caveat.endsWith(MISSES));
    }

    @Test
    void anEventThatWasRecordedIsNotAskedFor() {
        Diagnostician diagnostician = diagnostician();
        diagnostician.accept((Event) Proxy.newProxyInstance(Event.class.getClassLoader(), new Class<?>[] {Event.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "type" -> PinningDetector.COMPENSATION;
                    case "start", "end" -> Instant.ofEpochSecond(1);
                    case "has" -> true;
                    case "number" -> 0L;
                    default -> null;
                }));
        assertThat(diagnostician.diagnosis().caveats())
                .anyMatch(caveat -> caveat.startsWith("Slipstream's agent is already in this JVM"))
                .noneMatch(caveat -> caveat.contains(MISSES));
    }
}
