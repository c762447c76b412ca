package dev.slipstream.agent.retrofit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.agent.plan.Plan;
import dev.slipstream.agent.plan.Settings;
import dev.slipstream.agent.plan.State;
import dev.slipstream.agent.rewrite.JdkClasses;
import dev.slipstream.agent.rewrite.NotThere;
import dev.slipstream.agent.rewrite.Rewriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The pinning remedy's plan, tried on the classes of the JDKs in the folder {@code slipstream.jdks}, or of this one. */
class PinningPlanTest {
    private static final String VIRTUAL_THREAD = "java/lang/VirtualThread";

    static Stream<Path> jdks() throws IOException {
        String folder = System.getProperty("slipstream.jdks");
        if (folder == null) {
            return Stream.of(Path.of(System.getProperty("java.home")));
        }
        try (Stream<Path> entries = Files.list(Path.of(folder))) {
            return entries.filter(entry -> Files.isExecutable(entry.resolve("bin/java"))).toList().stream();
        }
    }

    /** Gives a JDK's class files of java.base, but not those of some name. */
    private static Plan plan(FileSystem image, String without, Settings settings) {
        JdkClasses classes = new JdkClasses(name -> {
            Path file = image.getPath("/modules/java.base/" + name + ".class");
            try {
                return name.equals(without) || !Files.exists(file) ? null : Files.readAllBytes(file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        return new PinningRetrofit().plan(classes, settings);
    }

    private static FileSystem image(Path jdk) throws IOException {
        return FileSystems.newFileSystem(URI.create("jrt:/"), Map.of("java.home", jdk.toRealPath().toString()));
    }

    private static Settings settings(String... values) {
        return new Settings("pinning", values.length == 0 ? Map.of() : Map.of(values[0], values[1]));
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void fitsOrIsNotNeeded(Path jdk) throws IOException {
        try (FileSystem image = image(jdk)) {
            Plan plan = plan(image, "", settings());
            Path virtualThread = image.getPath("/modules/java.base/" + VIRTUAL_THREAD + ".class");
            if (!Files.exists(virtualThread)) {
                assertThat(plan).isEqualTo(Plan.unneeded("this JDK has no virtual threads"));
                return;
            }
            assertThat(plan.state()).isEqualTo(State.ACTIVE);
            byte[] classFile = Files.readAllBytes(virtualThread);
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
    @MethodSource("jdks")
    void declinesWhereSomethingIsMissing(Path jdk) throws IOException {
        try (FileSystem image = image(jdk)) {
            if (plan(image, "", settings()).state() == State.ACTIVE) {
                for (String missing : new String[] {"jdk/internal/misc/CarrierThread", "jdk/internal/access/SharedSecrets"}) {
                    assertThatThrownBy(() -> plan(image, missing, settings()))
                            .isInstanceOf(NotThere.class).hasMessageContaining(missing.replace('/', '.'));
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void declinesANumberOutOfRange(Path jdk) throws IOException {
        try (FileSystem image = image(jdk)) {
            if (plan(image, "", settings()).state() == State.ACTIVE) {
                assertThatThrownBy(() -> plan(image, "", settings("max-carriers", "255")))
                        .isInstanceOf(IllegalArgumentException.class);
                assertThat(plan(image, "", settings("max-carriers", "256")).state()).isEqualTo(State.ACTIVE);
            }
        }
    }
}
