package dev.slipstream.it.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.Applications;
import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.OnStockOnly;
import dev.slipstream.it.common.Programs;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Isolated;

/** Test of the Spring Boot starter in the application of the examples, with Actuator on a port of its own. */
@Tag("long")
@OnStockOnly("the starter reads the same beans")
@Isolated("the time to a late attach is measured")
class SpringTest {
    private static final String BANK = "dev.slipstream.examples.spring.Bank";
    private static final String[] FOR_AN_HOUR = {"1", "3600"};
    private static final double MOST_SECONDS = 2;

    private static ForkedJvm bank(TestJdk jdk, Page actuator) throws Exception {
        Path home = Applications.home("spring");
        String classPath = List.of(home.resolve("target/classes"), home.resolve("target/observed/*"), jar("micrometer"),
                jar("spring")).stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        return Programs.on(jdk).classesAt(classPath).with("-Dmanagement.server.port=" + actuator.port(),
                "-Dmanagement.endpoints.web.exposure.include=health,prometheus,slipstream",
                "-Dmanagement.endpoint.health.show-details=always");
    }

    /** Returns the jars of a module: there is one. */
    private static Path jar(String module) {
        return ForkedJvm.ROOT.resolve(module).resolve("target/*");
    }

    private static void waitForActuator(Running jvm, Page actuator) throws Exception {
        jvm.waitUntil("Actuator", () -> actuator.read("/actuator/health").contains("\"status\":\"UP\""));
    }

    @OnEveryJdk
    void aLateAttachAndADetach(TestJdk jdk) throws Exception {
        Page actuator = Page.onAFreePort();
        try (Running jvm = bank(jdk, actuator).start(BANK, FOR_AN_HOUR)) {
            waitForActuator(jvm, actuator);
            assertThat(showsNothing(actuator)).isTrue();
            jvm.request("quiet,naming");
            assertThat(secondsUntil(() -> showsAll(actuator))).isLessThan(MOST_SECONDS);
            jvm.request("!detach");
            assertThat(secondsUntil(() -> showsNothing(actuator))).isLessThan(MOST_SECONDS);
            jvm.request("quiet,naming");
            assertThat(secondsUntil(() -> showsAll(actuator))).isLessThan(MOST_SECONDS);
            assertThat(jvm.err()).doesNotContain("Exception", "slipstream: no MXBeans");
        }
    }

    @OnEveryJdk
    void anAgentFromTheStart(TestJdk jdk) throws Exception {
        Page actuator = Page.onAFreePort();
        try (Running jvm = bank(jdk, actuator).withAgent("quiet,naming").start(BANK, FOR_AN_HOUR)) {
            waitForActuator(jvm, actuator);
            jvm.waitUntil("the remedies", () -> showsAll(actuator));
        }
    }

    /** Actuator's answer "not found" has no content. */
    private static boolean showsNothing(Page actuator) {
        return !actuator.read("/actuator/health").contains("\"slipstream\":{")
                && actuator.read("/actuator/slipstream").isEmpty()
                && !actuator.read("/actuator/prometheus").contains("\nslipstream_");
    }

    private static boolean showsAll(Page actuator) {
        String health = actuator.read("/actuator/health");
        String metrics = actuator.read("/actuator/prometheus");
        return health.contains("\"slipstream\":{") && health.contains("\"naming\":\"active\"")
                && actuator.read("/actuator/slipstream").startsWith("{\"active\":[\"naming\"],\"remedies\":{")
                && metrics.contains("slipstream_counter_total{counter=\"renames\",remedy=\"naming\"} ")
                && metrics.contains("slipstream_gauge{gauge=\"files\",remedy=\"naming\"} ")
                && metrics.contains("slipstream_remedy_active{remedy=\"naming\"} 1.0\n")
                && metrics.contains("slipstream_remedy_state{remedy=\"text\",state=\"off\"} 1.0\n");
    }

    private static double secondsUntil(Callable<Boolean> condition) throws Exception {
        long start = System.nanoTime();
        while (!condition.call() && System.nanoTime() - start < Running.DEADLINE_SECONDS * 1_000_000_000) {
            Thread.sleep(20);
        }
        return (System.nanoTime() - start) / 1e9;
    }
}
