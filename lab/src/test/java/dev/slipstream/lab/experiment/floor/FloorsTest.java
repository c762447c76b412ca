package dev.slipstream.lab.experiment.floor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.results.Bench;
import dev.slipstream.results.Subject.Kind;
import dev.slipstream.results.Workload;
import dev.slipstream.results.jdk.Jdk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FloorsTest {

    private static List<Workload> floors(Integer... features) {
        Map<Integer, Jdk> jdks = Stream.of(features)
                .collect(Collectors.toMap(each -> each, each -> new Jdk(Path.of("/jdk"), each, each + ".0.1", "")));
        return Floors.on(new Bench(jdks, Set.of(), Optional.empty()), jdks.keySet());
    }

    @Test
    void theNewestJdkIsTaken() {
        assertThat(floors(17, 25, 21)).hasSize(5)
                .allSatisfy(floor -> assertThat(floor.subjects()).containsOnlyKeys(Kind.STOCK.on(25)));
    }

    @Test
    void nativeCallsNeedForeignFunctions() {
        assertThat(floors(17, 21)).extracting(Workload::id)
                .containsExactly("floor-atomic-add", "floor-copy-cache", "floor-copy-memory");
    }

    @Test
    void withoutAJdkThereAreNone() {
        assertThat(floors()).isEmpty();
    }

    @Test
    void theyTakeLittleTime() {
        assertThat(floors(25)).allSatisfy(floor -> {
            assertThat(floor.pairs()).isEqualTo(1);
            assertThat(floor.seconds(Kind.STOCK.on(25))).isLessThan(2);
        });
    }

    @Test
    void linuxTakesTheName() throws Exception {
        String[] name = new String[1];
        Thread thread = new Thread(() -> name[0] = nameAfter(new BarePrctl()));
        thread.start();
        thread.join();
        assertThat(name[0]).isEqualTo("slipstream-name");
    }

    private static String nameAfter(BarePrctl prctl) {
        try {
            prctl.run();
            return Files.readString(Path.of("/proc/thread-self/comm")).strip();
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void theNativeFunctionIsCalled() throws Throwable {
        assertThat(new Downcall().run()).isEqualTo(7);
    }

    @Test
    void anAdditionAdds() {
        AtomicAdd counter = new AtomicAdd();
        assertThat(counter.run()).isZero();
        assertThat(counter.run()).isEqualTo(1);
    }
}
