package dev.slipstream.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.slipstream.diagnose.event.Event;
import dev.slipstream.diagnose.result.DiagnosedJvm;
import dev.slipstream.diagnose.result.Diagnosis.Moment;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The course of a diagnosis over time. */
class MomentsTest {
    private static final Instant BEGIN = Instant.parse("2026-11-29T12:00:00.750Z");

    private static Event load(Instant when) {
        return (Event) Proxy.newProxyInstance(MomentsTest.class.getClassLoader(), new Class<?>[] {Event.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "type" -> "jdk.CPULoad";
                    case "start", "end" -> when;
                    case "has" -> false;
                    case "fraction" -> 0.5;
                    case "number" -> 0L;
                    default -> null;
                });
    }

    private static List<Moment> moments(int quarters) {
        Diagnostician diagnostician = new Diagnostician(new DiagnosedJvm("app.jfr", null, 21, "", 2));
        for (int i = 0; i <= quarters; i++) {
            diagnostician.accept(load(BEGIN.plusMillis(250L * i)));
        }
        return diagnostician.diagnosis().moments();
    }

    /** In a part of a second the carriers are blocked for a part of the time, which is no share of a second. */
    @Test
    void beginAndEndWithWholeSeconds() {
        assertThat(moments(13)).satisfiesExactly(
                moment -> assertThat(moment.second()).isCloseTo(0.25, within(1e-6)),
                moment -> assertThat(moment.second()).isCloseTo(1.25, within(1e-6)),
                moment -> assertThat(moment.second()).isCloseTo(2.25, within(1e-6)));
        assertThat(moments(2)).isEmpty();
    }
}
