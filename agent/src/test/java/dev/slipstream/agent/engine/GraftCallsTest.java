package dev.slipstream.agent.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.plan.GraftCalls;
import dev.slipstream.agent.plan.Images;
import dev.slipstream.agent.plan.Plan;
import dev.slipstream.agent.plan.Retrofit;
import dev.slipstream.testkit.TestJdk;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The JVM resolves a call of a graft when it is first made, in the middle of a method of the JDK. */
class GraftCallsTest {
    @ParameterizedTest
    @MethodSource("dev.slipstream.testkit.TestJdk#all")
    void ofPlansAreThere(TestJdk jdk) throws IOException {
        try (FileSystem image = jdk.image()) {
            for (Retrofit retrofit : Remedies.all()) {
                Plan plan = Images.plan(retrofit, image, "");
                Set<String> calls = new TreeSet<>();
                for (Plan.ClassEdit edit : plan.edits()) {
                    calls.addAll(GraftCalls.check(Images.read(image, edit.className()), edit.edits()));
                }
                assertThat(calls.isEmpty()).as("%s has calls of its grafts", retrofit.remedy().name())
                        .isEqualTo(plan.edits().isEmpty());
                if (!plan.edits().isEmpty() && retrofit.initialiser().isPresent()) {
                    Plan.ClassEdit edit = retrofit.initialiser().get();
                    GraftCalls.check(Images.read(image, edit.className()), edit.edits());
                }
            }
        }
    }

    @Test
    void ofBakedGraftsAreThere() throws IOException {
        for (Retrofit retrofit : Remedies.all()) {
            if (!retrofit.rewritesLater()) {
                assertThat(GraftCalls.check(GraftCalls.graft(retrofit.grafts().control()), retrofit.whenBaked())).isNotEmpty();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dev.slipstream.testkit.TestJdk#all")
    void ofTheEngineAreThere(TestJdk jdk) throws IOException {
        Map<String, Plan.ClassEdit> edits = Map.of("java.base", EngineEdits.ofJavaBase(), "java.instrument",
                EngineEdits.ofInstrument(), "java.management", EngineEdits.ofManagement());
        try (FileSystem image = jdk.image()) {
            for (String module : edits.keySet()) {
                Plan.ClassEdit edit = edits.get(module);
                byte[] original = Files.readAllBytes(image.getPath("/modules/" + module + "/" + edit.className() + ".class"));
                assertThat(GraftCalls.check(original, edit.edits())).isNotEmpty();
            }
        }
    }
}
