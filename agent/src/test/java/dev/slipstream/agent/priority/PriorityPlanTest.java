package dev.slipstream.agent.priority;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.agent.plan.Images;
import dev.slipstream.agent.plan.Plan;
import dev.slipstream.agent.plan.State;
import dev.slipstream.agent.rewrite.NotThere;
import dev.slipstream.agent.rewrite.Rewriter;
import dev.slipstream.testkit.TestJdk;
import java.io.IOException;
import java.nio.file.FileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The priority remedy's plan, tried on the classes of every JDK. */
class PriorityPlanTest {
    private static final String THREAD = "java/lang/Thread";

    private static Plan plan(FileSystem image, String without, String... keysAndValues) {
        return Images.plan(new PriorityRetrofit(), image, without, keysAndValues);
    }

    private static boolean hasForeignFunctions(FileSystem image) {
        return Images.has(image, "java/lang/foreign/Linker");
    }

    @ParameterizedTest
    @MethodSource("dev.slipstream.testkit.TestJdk#all")
    void fitsWhereThereAreForeignFunctions(TestJdk jdk) throws IOException {
        try (FileSystem image = jdk.image()) {
            Plan plan = plan(image, "");
            if (!hasForeignFunctions(image)) {
                assertThat(plan).isEqualTo(Plan.declined("needs java.lang.foreign, which came with JDK 21"));
                return;
            }
            assertThat(plan.state()).isEqualTo(State.ACTIVE);
            assertThat(plan.reason()).isEmpty();
            byte[] classFile = Images.read(image, THREAD);
            assertThat(plan.edits()).singleElement().satisfies(edit -> {
                assertThat(edit.className()).isEqualTo(THREAD);
                assertThat(edit.edits()).hasSize(3);
                assertThat(Rewriter.rewrite(classFile, edit.edits())).hasSizeGreaterThan(classFile.length);
            });
        }
    }

    @ParameterizedTest
    @MethodSource("dev.slipstream.testkit.TestJdk#all")
    void declinesWhereSomethingIsMissing(TestJdk jdk) throws IOException {
        try (FileSystem image = jdk.image()) {
            if (hasForeignFunctions(image)) {
                for (String missing : new String[] {THREAD, "java/lang/BaseVirtualThread"}) {
                    assertThatThrownBy(() -> plan(image, missing))
                            .isInstanceOf(NotThere.class).hasMessageContaining(missing.replace('/', '.'));
                }
                assertThat(plan(image, "sun/nio/fs/LinuxFileSystem")).isEqualTo(Plan.declined("only on Linux"));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "4/3/2, 'has 3 entries, not 10'",
        "'', 'has 0 entries, not 10'",
        "4/3/2/1/0/-1/-2/-3/-4/x, 'has ''x'', which is no number from -39 to 39, idle or batch'",
        "1/2/1/1/0/-1/-2/-3/-4/-5, favours priority 1 over priority 2",
        "5/4/3/2/1/0/0/0/0/0, 'has no 0 for priority 5: a normal thread stays as the process is'",
    })
    void declinesWhatIsNoTable(String table, String message) throws IOException {
        try (FileSystem image = TestJdk.all().get(0).image()) {
            assertThatThrownBy(() -> plan(image, "", "nice", table))
                    .isInstanceOf(IllegalArgumentException.class).hasMessage("priority.nice=" + table + " " + message);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0/0/0/0/0/0/0/0/0/0", "idle/19/10/batch/0/0/0/-1/-10/-39", "idle/idle/idle/idle/0/0/0/0/0/0"})
    void takesWhatIsATable(String table) throws IOException {
        for (TestJdk jdk : TestJdk.all()) {
            try (FileSystem image = jdk.image()) {
                assertThat(plan(image, "", "nice", table).state())
                        .isEqualTo(hasForeignFunctions(image) ? State.ACTIVE : State.DECLINED);
            }
        }
    }

    @Test
    void isOptIn() {
        assertThat(new PriorityRetrofit().remedy().onByDefault()).isFalse();
    }
}
