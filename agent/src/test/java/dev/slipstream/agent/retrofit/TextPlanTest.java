package dev.slipstream.agent.retrofit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.agent.plan.Plan;
import dev.slipstream.agent.plan.State;
import dev.slipstream.agent.rewrite.NotThere;
import dev.slipstream.agent.rewrite.Rewriter;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The text remedy's plan, tried on the classes of every JDK. */
class TextPlanTest {
    private static final String BUILDER = "java/lang/StringBuilder";

    static Stream<Path> jdks() throws IOException {
        return Images.jdks();
    }

    private static Plan plan(FileSystem image, String without, String... keysAndValues) {
        return Images.plan(new TextRetrofit(), image, without, keysAndValues);
    }

    private static byte[] rewritten(FileSystem image, List<Plan.ClassEdit> edits) throws IOException {
        assertThat(edits).singleElement().satisfies(edit -> assertThat(edit.className()).isEqualTo(BUILDER));
        return Rewriter.rewrite(Images.read(image, BUILDER), edits.get(0).edits());
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void asksTheGraftUnlessItIsFixed(Path jdk) throws IOException {
        try (FileSystem image = Images.image(jdk)) {
            Plan plan = plan(image, "");
            assertThat(plan.state()).isEqualTo(State.ACTIVE);
            assertThat(plan.reason()).isEmpty();
            assertThat(plan.edits()).isEqualTo(TextRetrofit.asking());
            assertThat(rewritten(image, plan.edits())).hasSizeGreaterThan(Images.read(image, BUILDER).length);
        }
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void fitsWhateverTheCapacity(Path jdk) throws IOException {
        try (FileSystem image = Images.image(jdk)) {
            int original = Images.read(image, BUILDER).length;
            assertThat(plan(image, "", "capacity", "48").edits()).isEqualTo(TextRetrofit.fixed(48));
            assertThat(rewritten(image, TextRetrofit.fixed(8))).hasSize(original);
            assertThat(rewritten(image, TextRetrofit.fixed(127))).hasSize(original);
            // An operand of two bytes instead of one.
            assertThat(rewritten(image, TextRetrofit.fixed(128))).hasSize(original + 1);
            assertThat(rewritten(image, TextRetrofit.fixed(1_024))).hasSize(original + 1);
        }
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void declinesWhereSomethingIsMissing(Path jdk) throws IOException {
        try (FileSystem image = Images.image(jdk)) {
            for (String missing : List.of(BUILDER, "java/lang/AbstractStringBuilder", "java/lang/String")) {
                assertThatThrownBy(() -> plan(image, missing))
                        .isInstanceOf(NotThere.class).hasMessageContaining(missing.replace('/', '.'));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"capacity, 7, 8 to 1024", "capacity, 1025, 8 to 1024", "capacity, small, 8 to 1024",
        "interval, 0, 1 to 86400", "interval, 86401, 1 to 86400"})
    void declinesWhatIsNoNumberInTheRange(String key, String value, String range) throws IOException {
        try (FileSystem image = Images.image(jdks().findFirst().orElseThrow())) {
            assertThatThrownBy(() -> plan(image, "", key, value)).isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("text." + key + "=" + value + " is no number from " + range);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "86400"})
    void takesAnInterval(String seconds) throws IOException {
        try (FileSystem image = Images.image(jdks().findFirst().orElseThrow())) {
            assertThat(plan(image, "", "interval", seconds).state()).isEqualTo(State.ACTIVE);
        }
    }
}
