package dev.slipstream.agent.pinning;

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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The pinning remedy's plan, tried on the classes of every JDK. */
class PinningPlanTest {
    private static final String VIRTUAL_THREAD = "java/lang/VirtualThread";

    private static Plan plan(FileSystem image, String without, String... keysAndValues) {
        return Images.plan(new PinningRetrofit(), image, without, keysAndValues);
    }

    @ParameterizedTest
    @MethodSource("dev.slipstream.testkit.TestJdk#all")
    void fitsOrIsNotNeeded(TestJdk jdk) throws IOException {
        try (FileSystem image = jdk.image()) {
            Plan plan = plan(image, "");
            if (!Images.has(image, VIRTUAL_THREAD)) {
                assertThat(plan).isEqualTo(Plan.unneeded("this JDK has no virtual threads"));
                return;
            }
            assertThat(plan.state()).isEqualTo(State.ACTIVE);
            byte[] classFile = Images.read(image, VIRTUAL_THREAD);
            assertThat(plan.edits()).singleElement().satisfies(edit -> {
                assertThat(edit.className()).isEqualTo(VIRTUAL_THREAD);
                assertThat(Rewriter.rewrite(classFile, edit.edits()))
                        .hasSizeGreaterThan(classFile.length)
                        .startsWith(classFile[0], classFile[1], classFile[2], classFile[3], classFile[4], classFile[5],
                                classFile[6], classFile[7]);
            });
        }
    }

    @ParameterizedTest
    @MethodSource("dev.slipstream.testkit.TestJdk#all")
    void declinesWhereSomethingIsMissing(TestJdk jdk) throws IOException {
        try (FileSystem image = jdk.image()) {
            if (plan(image, "").state() == State.ACTIVE) {
                for (String missing : new String[] {"jdk/internal/misc/CarrierThread", "jdk/internal/access/SharedSecrets"}) {
                    assertThatThrownBy(() -> plan(image, missing))
                            .isInstanceOf(NotThere.class).hasMessageContaining(missing.replace('/', '.'));
                }
            }
        }
    }

    /** The JDK throws into the application where the operating system gives no thread. */
    @ParameterizedTest
    @CsvSource({"9223372036854775807, 1024", "2048, 1024", "1000, 500", "300, 256", "0, 256"})
    void raisesTheCapNoFurtherThanTheProcessMayGo(long threads, int most) {
        assertThat(PinningRetrofit.defaultMost(threads)).isEqualTo(most);
    }

    @ParameterizedTest
    @MethodSource("dev.slipstream.testkit.TestJdk#all")
    void declinesANumberOutOfRange(TestJdk jdk) throws IOException {
        try (FileSystem image = jdk.image()) {
            if (plan(image, "").state() == State.ACTIVE) {
                assertThatThrownBy(() -> plan(image, "", "max-carriers", "255"))
                        .isInstanceOf(IllegalArgumentException.class);
                assertThat(plan(image, "", "max-carriers", "256").state()).isEqualTo(State.ACTIVE);
            }
        }
    }
}
