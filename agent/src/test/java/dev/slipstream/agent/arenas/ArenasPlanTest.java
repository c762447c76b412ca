package dev.slipstream.agent.arenas;

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
import org.junit.jupiter.params.provider.MethodSource;

/** The arenas remedy's plan, tried on the classes of every JDK. */
class ArenasPlanTest {
    private static final String SESSION = "jdk/internal/foreign/SharedSession";

    private static Plan plan(FileSystem image, String without) {
        return Images.plan(new ArenasRetrofit(), image, without);
    }

    /** A call takes the place of another one of the same length, and nothing else moves. */
    @ParameterizedTest
    @MethodSource("dev.slipstream.testkit.TestJdk#all")
    void fits(TestJdk jdk) throws IOException {
        try (FileSystem image = jdk.image()) {
            Plan plan = plan(image, "");
            if (!Images.has(image, "java/lang/foreign/Arena")) {
                assertThat(plan).isEqualTo(Plan.unneeded("this JDK has no shared arenas"));
                return;
            }
            assertThat(plan.state()).isEqualTo(State.ACTIVE);
            byte[] classFile = Images.read(image, SESSION);
            assertThat(plan.edits()).singleElement().satisfies(edit -> {
                assertThat(edit.className()).isEqualTo(SESSION);
                assertThat(Rewriter.rewrite(classFile, edit.edits())).hasSizeGreaterThan(classFile.length);
                assertThat(edit.edits()).hasSize(3);
            });
        }
    }

    @ParameterizedTest
    @MethodSource("dev.slipstream.testkit.TestJdk#all")
    void declinesWhereSomethingIsMissing(TestJdk jdk) throws IOException {
        try (FileSystem image = jdk.image()) {
            if (Images.has(image, "java/lang/foreign/Arena")) {
                for (String missing : new String[] {
                    SESSION, "jdk/internal/foreign/MemorySessionImpl", "jdk/internal/misc/Unsafe"}) {
                    assertThatThrownBy(() -> plan(image, missing))
                            .isInstanceOf(NotThere.class).hasMessageContaining(missing.replace('/', '.'));
                }
            }
        }
    }

    /** A JDK that closes in another way, as this one would if another remedy had been there. */
    @ParameterizedTest
    @MethodSource("dev.slipstream.testkit.TestJdk#all")
    void declinesWhereACallIsMissing(TestJdk jdk) throws IOException {
        try (FileSystem image = jdk.image()) {
            if (Images.has(image, "java/lang/foreign/Arena")) {
                Plan.ClassEdit edit = plan(image, "").edits().get(0);
                byte[] rewritten = Rewriter.rewrite(Images.read(image, SESSION), edit.edits());
                assertThatThrownBy(() -> Rewriter.rewrite(rewritten, edit.edits()))
                        .isInstanceOf(NotThere.class).hasMessageContaining("java.lang.invoke.VarHandle.compareAnd");
            }
        }
    }
}
