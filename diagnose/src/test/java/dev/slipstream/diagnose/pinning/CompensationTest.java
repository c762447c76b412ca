package dev.slipstream.diagnose.pinning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.diagnose.event.Event;
import java.lang.reflect.Proxy;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class CompensationTest {
    private static Event counters(long second, long compensated) {
        return (Event) Proxy.newProxyInstance(Event.class.getClassLoader(), new Class<?>[] {Event.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "type" -> PinningDetector.COMPENSATION;
                    case "start", "end" -> Instant.ofEpochSecond(second);
                    case "has" -> true;
                    case "number" -> arguments[0].equals("parksCompensated") ? compensated : 0L;
                    default -> null;
                });
    }

    private static PinningDetector.RecordedCompensation compensation() {
        PinningDetector.RecordedCompensation compensation = new PinningDetector.RecordedCompensation();
        compensation.accept(counters(10, 0));
        compensation.accept(counters(11, 7));
        return compensation;
    }

    /** The agent counts each pinned park. The JVM records those that take a while, when they end: there may be none. */
    @Test
    void isThereWherePinsWereNotRecorded() {
        assertThat(compensation().left(Instant.MAX)).isZero();
    }

    @Test
    void isNotThereFromTheBeginningIfItsFirstEventComesLate() {
        assertThat(compensation().left(Instant.ofEpochSecond(9))).isZero();
        assertThat(compensation().left(Instant.ofEpochSecond(7))).isEqualTo(1);
    }
}
