package dev.slipstream.agent.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.agent.plan.GraftCalls;
import dev.slipstream.agent.plan.Images;
import dev.slipstream.agent.plan.Plan;
import dev.slipstream.agent.plan.State;
import dev.slipstream.agent.rewrite.NotThere;
import dev.slipstream.agent.rewrite.Rewriter;
import dev.slipstream.testkit.TestJdk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The text remedy's plan, tried on the classes of every JDK. */
class TextPlanTest {
    private static final String BUILDER = "java/lang/StringBuilder";
    private static final String APPENDING = "java/lang/AbstractStringBuilder";
    private static final String BUILT_IN = "Ljdk/internal/vm/annotation/ForceInline;";

    private static Plan plan(FileSystem image, String without, String... keysAndValues) {
        return Images.plan(new TextRetrofit(), image, without, keysAndValues);
    }

    private static byte[] rewritten(FileSystem image, List<Plan.ClassEdit> edits) throws IOException {
        assertThat(edits).singleElement().satisfies(edit -> assertThat(edit.className()).isEqualTo(BUILDER));
        return Rewriter.rewrite(Images.read(image, BUILDER), edits.get(0).edits());
    }

    @ParameterizedTest
    @MethodSource("dev.slipstream.testkit.TestJdk#all")
    void asksTheGraftUnlessItIsFixed(TestJdk jdk) throws IOException {
        try (FileSystem image = jdk.image()) {
            Plan plan = plan(image, "");
            assertThat(plan.state()).isEqualTo(State.ACTIVE);
            assertThat(plan.reason()).isEmpty();
            assertThat(plan.edits()).isEqualTo(TextRetrofit.asking());
            assertThat(rewritten(image, plan.edits())).hasSizeGreaterThan(Images.read(image, BUILDER).length);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.slipstream.testkit.TestJdk#all")
    void fitsWhateverTheCapacity(TestJdk jdk) throws IOException {
        try (FileSystem image = jdk.image()) {
            int original = Images.read(image, BUILDER).length;
            assertThat(plan(image, "", "capacity", "48").edits().get(0)).isEqualTo(TextRetrofit.fixed(48, List.of()).get(0));
            assertThat(rewritten(image, TextRetrofit.fixed(8, List.of()))).hasSize(original);
            assertThat(rewritten(image, TextRetrofit.fixed(127, List.of()))).hasSize(original);
            // An operand of two bytes instead of one.
            assertThat(rewritten(image, TextRetrofit.fixed(128, List.of()))).hasSize(original + 1);
            assertThat(rewritten(image, TextRetrofit.fixed(1_024, List.of()))).hasSize(original + 1);
        }
    }

    /** The graft that starts a builder is rewritten again while the remedy is active. */
    @Test
    void laterEditsCallTheGraft() throws IOException {
        byte[] start = GraftCalls.graft("java/lang/BuilderStart");
        assertThat(GraftCalls.check(start, TextRetrofit.constant(48).get(0).edits())).isEmpty();
        assertThat(GraftCalls.check(start, TextRetrofit.sampling(48).get(0).edits())).hasSize(1);
    }

    /** Up to JDK 24 a builder that grows is handed on, and then the JIT compilers are told what to do. */
    @ParameterizedTest
    @MethodSource("dev.slipstream.testkit.TestJdk#all")
    void hasTheMethodBuiltInThatABuilderIsHandedTo(TestJdk jdk) throws IOException {
        try (FileSystem image = jdk.image()) {
            List<Plan.ClassEdit> edits = plan(image, "", "capacity", "48").edits();
            byte[] original = Images.read(image, APPENDING);
            boolean handsOn = new String(original, StandardCharsets.ISO_8859_1).contains("ensureCapacityInternal");
            assertThat(edits).hasSize(handsOn ? 2 : 1);
            if (handsOn) {
                assertThat(builtIn(original)).doesNotContain("newCapacity(I)I");
                assertThat(builtIn(Rewriter.rewrite(original, edits.get(1).edits()))).contains("newCapacity(I)I");
            }
        }
    }

    private static List<String> builtIn(byte[] classFile) {
        List<String> found = new ArrayList<>();
        new ClassReader(classFile).accept(new ClassVisitor(Opcodes.ASM9) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] thrown) {
                return new MethodVisitor(Opcodes.ASM9) {
                    @Override
                    public AnnotationVisitor visitAnnotation(String type, boolean visible) {
                        if (type.equals(BUILT_IN) && visible) {
                            found.add(name + descriptor);
                        }
                        return null;
                    }
                };
            }
        }, 0);
        return found;
    }

    @ParameterizedTest
    @MethodSource("dev.slipstream.testkit.TestJdk#all")
    void declinesWhereSomethingIsMissing(TestJdk jdk) throws IOException {
        try (FileSystem image = jdk.image()) {
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
        try (FileSystem image = TestJdk.all().get(0).image()) {
            assertThatThrownBy(() -> plan(image, "", key, value)).isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("text." + key + "=" + value + " is no number from " + range);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "86400"})
    void takesAnInterval(String seconds) throws IOException {
        try (FileSystem image = TestJdk.all().get(0).image()) {
            assertThat(plan(image, "", "interval", seconds).state()).isEqualTo(State.ACTIVE);
        }
    }
}
