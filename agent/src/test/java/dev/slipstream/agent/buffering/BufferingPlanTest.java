package dev.slipstream.agent.buffering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.agent.plan.Images;
import dev.slipstream.agent.plan.JdkView;
import dev.slipstream.agent.plan.Plan;
import dev.slipstream.agent.plan.Settings;
import dev.slipstream.agent.plan.State;
import dev.slipstream.agent.rewrite.NotThere;
import dev.slipstream.agent.rewrite.Rewriter;
import dev.slipstream.runtime.Options;
import dev.slipstream.testkit.TestJdk;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The buffering remedy's plan, tried on the classes of every JDK. */
class BufferingPlanTest {
    private static final String STREAM = "java/io/FileInputStream";

    private static Plan plan(FileSystem image, String without, String... keysAndValues) {
        return Images.plan(new BufferingRetrofit(), image, without, keysAndValues);
    }

    @ParameterizedTest
    @MethodSource("dev.slipstream.testkit.TestJdk#all")
    void fitsEveryJdk(TestJdk jdk) throws IOException {
        try (FileSystem image = jdk.image()) {
            Plan plan = plan(image, "");
            assertThat(plan.state()).isEqualTo(State.ACTIVE);
            assertThat(plan.reason()).isEmpty();
            byte[] classFile = Images.read(image, STREAM);
            assertThat(plan.edits()).singleElement().satisfies(edit -> {
                assertThat(edit.className()).isEqualTo(STREAM);
                assertThat(edit.edits()).hasSizeBetween(11, 12);
                assertThat(Rewriter.rewrite(classFile, edit.edits())).hasSizeGreaterThan(classFile.length);
            });
        }
    }

    @ParameterizedTest
    @MethodSource("dev.slipstream.testkit.TestJdk#all")
    void declinesWhereSomethingIsMissing(TestJdk jdk) throws IOException {
        try (FileSystem image = jdk.image()) {
            for (String missing : new String[] {STREAM, "java/io/FileDescriptor", "sun/nio/fs/UnixFileAttributes"}) {
                assertThatThrownBy(() -> plan(image, missing))
                        .isInstanceOf(NotThere.class).hasMessageContaining(missing.replace('/', '.'));
            }
            assertThat(plan(image, "sun/nio/fs/LinuxFileSystem")).isEqualTo(Plan.declined("only on Linux"));
        }
    }

    /** Which might read, or tell where the stream is, past the graft. */
    @Test
    void declinesWhereThereIsAnotherMethod() {
        Set<String> methods = new HashSet<>(Set.of("read()I", "close()V", "readMore()I"));
        JdkView jdk = new JdkView() {
            @Override
            public boolean has(String name) {
                return true;
            }

            @Override
            public void need(String owner, String name, String descriptor) {
                assertThat(owner).isNotEmpty();
            }

            @Override
            public Set<String> callable(String owner) {
                return methods;
            }
        };
        Settings none = new Settings(new BufferingRetrofit().remedy(), Options.parse("", List.of()));
        assertThat(new BufferingRetrofit().plan(jdk, none)).isEqualTo(Plan.declined("FileInputStream has a method that is not"
                + " known to give back what was read ahead: readMore()I"));
        methods.remove("readMore()I");
        assertThat(new BufferingRetrofit().plan(jdk, none).state()).isEqualTo(State.ACTIVE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "10001", "soon", ""})
    void declinesWhatIsNoAge(String age) throws IOException {
        try (FileSystem image = TestJdk.all().get(0).image()) {
            assertThatThrownBy(() -> plan(image, "", "age", age)).isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("buffering.age=" + age + " is no number from 2 to 10000");
        }
    }

    @Test
    void isOptIn() {
        assertThat(new BufferingRetrofit().remedy().onByDefault()).isFalse();
        assertThat(new BufferingRetrofit().keepsEdits()).isTrue();
    }
}
