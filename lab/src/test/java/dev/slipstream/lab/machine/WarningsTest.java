package dev.slipstream.lab.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.results.file.Environment;
import dev.slipstream.results.file.Environment.Container;
import dev.slipstream.results.file.Environment.Java;
import dev.slipstream.results.file.Environment.Load;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WarningsTest {
    private static final Load QUIET = new Load(0.1, 0.01, 0.001);
    private static final Warnings.Facts FINE = new Warnings.Facts(8L << 30, false, List.of("-Xmx1g"));

    private static Environment with(int cores, String governor, Container container, Map<String, String> variables, Load before,
            Load after) {
        return new Environment("cpu", cores, 16L << 30, "Linux", "amd64", governor, null, container,
                List.of(jdk(21, "21.0.8", "21.0.8+9-LTS")), variables, before, after, List.of());
    }

    private static Java jdk(int feature, String version, String build) {
        return new Java(feature, version, build, "", "/jdk", Map.of());
    }

    private static void warns(String what, Environment found) {
        warns(what, found, FINE);
    }

    private static void warns(String what, Environment found, Warnings.Facts facts) {
        assertThat(Warnings.of(found, facts)).singleElement().asString().contains(what).endsWith(".");
    }

    private static Environment loads(Load before, Load after) {
        return with(4, null, null, Map.of(), before, after);
    }

    @Test
    void aGoodMachineGivesNone() {
        assertThat(Warnings.of(loads(QUIET, QUIET), FINE)).isEmpty();
        assertThat(Warnings.of(loads(null, null), new Warnings.Facts(null, false, List.of()))).isEmpty();
        assertThat(Warnings.of(loads(new Load(null, null, null), new Load(9.0, null, null)), FINE)).isEmpty();
        assertThat(Warnings.of(loads(new Load(0.1, 0.10, 0.02), new Load(0.1, 0.05, 0.02)), FINE)).isEmpty();
        assertThat(Warnings.of(with(4, "performance", new Container(2.0, null), Map.of(), QUIET, QUIET), FINE)).isEmpty();
    }

    @Test
    void load() {
        warns("took 11 % of the processors' time before", loads(new Load(0.1, 0.11, 0.0), QUIET));
        warns("took 6 % of the processors' time during", loads(QUIET, new Load(0.1, 0.06, 0.0)));
        warns("gave 3 % of", loads(QUIET, new Load(0.1, 0.0, 0.03)));
        warns("gave 4 % of", loads(new Load(0.1, 0.0, 0.04), null));
    }

    @Test
    void processors() {
        warns("only one processor", with(1, null, null, Map.of(), QUIET, QUIET));
        warns("may use 1.50 processors", with(1, null, new Container(1.5, null), Map.of(), QUIET, QUIET));
        warns("powersave", with(4, "powersave", null, Map.of(), QUIET, QUIET));
    }

    @Test
    void memory() {
        warns("1.0 GiB of memory are available", loads(QUIET, QUIET), new Warnings.Facts(1L << 30, false, List.of()));
        warns("may use 4.0 GiB", with(4, null, new Container(null, 4L << 30), Map.of(), QUIET, QUIET));
    }

    @Test
    void debuggersAndVariables() {
        warns("traced", loads(QUIET, QUIET), new Warnings.Facts(null, true, List.of()));
        warns("jdwp", loads(QUIET, QUIET), new Warnings.Facts(null, false, List.of("-agentlib:jdwp=server=y")));
        warns("JAVA_TOOL_OPTIONS is set (-Xint)", with(4, null, null, Map.of("JAVA_TOOL_OPTIONS", "-Xint"), QUIET, QUIET));
        assertThat(Warnings.of(with(4, null, null, Map.of("_JAVA_OPTIONS", "-Xrunjdwp:x"), QUIET, QUIET), FINE))
                .hasSize(2).anyMatch(line -> line.contains("jdwp) is loaded")).anyMatch(line -> line.startsWith("_JAVA_OPTIONS"));
    }

    @ParameterizedTest
    @CsvSource({
        "21, 21.0.5, 21.0.5+11-LTS, JDK-8337331",
        "21, 21, 21+35, JDK-8337331",
        "21, 21.0.5.0.1, '', JDK-8337331",
        "28, 28, 28-ea+18-1-Debian, early-access",
        "25, 25-beta, 25-beta+3, early-access",
        "23, 23, 23-internal-fastdebug, fastdebug",
        "23, 23, 23+37 (slowdebug), slowdebug",
    })
    void jdks(int feature, String version, String build, String what) {
        assertThat(Warnings.of(jdk(feature, version, build))).singleElement().asString().contains(what);
    }

    @ParameterizedTest
    @CsvSource({"21, 21.0.6, 21.0.6+7", "21, 21.0.10, ''", "17, 17.0.1, 17.0.1+1", "25, 25.0.3, 25.0.3+9-LTS",
        "22, 22.0.1, 22.0.1+8-eager"})
    void goodJdks(int feature, String version, String build) {
        assertThat(Warnings.of(jdk(feature, version, build))).isEmpty();
    }
}
