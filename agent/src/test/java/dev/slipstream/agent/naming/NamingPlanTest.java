package dev.slipstream.agent.naming;

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

/** The naming remedy's plan, tried on the classes of every JDK. */
class NamingPlanTest {
    private static final String THREAD = "java/lang/Thread";

    private static Plan plan(FileSystem image, String without, String... keysAndValues) {
        return Images.plan(new NamingRetrofit(), image, without, keysAndValues);
    }

    @ParameterizedTest
    @MethodSource("dev.slipstream.testkit.TestJdk#all")
    void fits(TestJdk jdk) throws IOException {
        try (FileSystem image = jdk.image()) {
            Plan plan = plan(image, "");
            assertThat(plan.state()).isEqualTo(State.ACTIVE);
            byte[] classFile = Images.read(image, THREAD);
            assertThat(plan.edits()).singleElement().satisfies(edit -> {
                assertThat(edit.className()).isEqualTo(THREAD);
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
            for (String missing : new String[] {"jdk/internal/misc/TerminatingThreadLocal", "jdk/internal/misc/Unsafe"}) {
                assertThatThrownBy(() -> plan(image, missing))
                        .isInstanceOf(NotThere.class).hasMessageContaining(missing.replace('/', '.'));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dev.slipstream.testkit.TestJdk#all")
    void elsewhereThanOnLinuxOnlySkips(TestJdk jdk) throws IOException {
        try (FileSystem image = jdk.image()) {
            String linux = "sun/nio/fs/LinuxFileSystem";
            String skips = "skips renames to the same name only";
            Plan here = plan(image, "", "mode", "skip");
            assertThat(here.state().text(here.reason())).isEqualTo("active (" + skips + ")");
            Plan elsewhere = plan(image, linux);
            assertThat(elsewhere.state().text(elsewhere.reason())).isEqualTo("active (" + skips + "; all else needs Linux)");
            assertThat(plan(image, linux, "mode", "skip")).isEqualTo(elsewhere);
            assertThat(elsewhere.edits()).isEqualTo(plan(image, "").edits());
            for (String mode : new String[] {"published", "immediate"}) {
                assertThat(plan(image, linux, "mode", mode)).isEqualTo(Plan.declined("naming.mode=" + mode + " needs Linux"));
            }
        }
    }

    /** Else a virtual thread would be taken for a platform thread. */
    @ParameterizedTest
    @MethodSource("dev.slipstream.testkit.TestJdk#all")
    void declinesWhereVirtualThreadsCannotBeTold(TestJdk jdk) throws IOException {
        try (FileSystem image = jdk.image()) {
            if (Images.has(image, "java/lang/VirtualThread")) {
                assertThatThrownBy(() -> plan(image, "java/lang/BaseVirtualThread")).isInstanceOf(NotThere.class);
            }
        }
    }

    /** Some day there will be none to ask. */
    @ParameterizedTest
    @MethodSource("dev.slipstream.testkit.TestJdk#all")
    void needsNoSecurityManagersButTheirMembers(TestJdk jdk) throws IOException {
        try (FileSystem image = jdk.image()) {
            assertThat(plan(image, "java/lang/SecurityManager").state()).isEqualTo(State.ACTIVE);
            for (String missing : new String[] {"java/lang/System", "java/security/AccessController"}) {
                assertThatThrownBy(() -> plan(image, missing))
                        .isInstanceOf(NotThere.class).hasMessageContaining(missing.replace('/', '.'));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dev.slipstream.testkit.TestJdk#all")
    void immediateNeedsForeignFunctions(TestJdk jdk) throws IOException {
        try (FileSystem image = jdk.image()) {
            boolean there = Images.has(image, "java/lang/foreign/Linker");
            assertThat(plan(image, "", "mode", "immediate")).satisfies(plan -> {
                assertThat(plan.state()).isEqualTo(there ? State.ACTIVE : State.DECLINED);
                assertThat(plan.reason())
                        .isEqualTo(there ? "" : "naming.mode=immediate needs java.lang.foreign, which came with JDK 21");
            });
        }
    }

    @ParameterizedTest
    @CsvSource({
        "interval, 0, naming.interval=0 is no number from 1 to 10000",
        "interval, 10001, naming.interval=10001 is no number from 1 to 10000",
        "mode, lazy, 'naming.mode=lazy is none of published, immediate, skip'",
        "mode, '', 'naming.mode= is none of published, immediate, skip'",
        "truncation, JDK, 'naming.truncation=JDK is none of jdk, middle'",
    })
    void declinesWhatIsNoValue(String key, String value, String message) throws IOException {
        try (FileSystem image = TestJdk.all().get(0).image()) {
            assertThatThrownBy(() -> plan(image, "", key, value))
                    .isInstanceOf(IllegalArgumentException.class).hasMessage(message);
        }
    }

    @ParameterizedTest
    @CsvSource({"interval, 1", "interval, 10000", "mode, published", "mode, skip", "truncation, jdk", "truncation, middle"})
    void takesWhatIsAValue(String key, String value) throws IOException {
        try (FileSystem image = TestJdk.all().get(0).image()) {
            assertThat(plan(image, "", key, value).state()).isEqualTo(State.ACTIVE);
        }
    }
}
