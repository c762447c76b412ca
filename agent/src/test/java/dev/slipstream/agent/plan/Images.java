package dev.slipstream.agent.plan;

import dev.slipstream.agent.bake.ImageClasses;
import dev.slipstream.runtime.Options;
import dev.slipstream.testkit.TestJdk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.util.List;

/** The classes of a JDK, for plans to be tried on. */
public final class Images {
    private Images() {}

    public static boolean has(FileSystem image, String name) {
        return Files.exists(TestJdk.classFile(image, name));
    }

    public static byte[] read(FileSystem image, String name) throws IOException {
        return Files.readAllBytes(TestJdk.classFile(image, name));
    }

    /** A JDK that lacks the class of some name. */
    public static ImageClasses jdk(FileSystem image, String without) {
        return new ImageClasses(name -> {
            try {
                return name.equals(without) || !has(image, name) ? null : read(image, name);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** The plan for a JDK that lacks the class of some name. */
    public static Plan plan(Retrofit retrofit, FileSystem image, String without, String... keysAndValues) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            text.append(retrofit.remedy().name()).append('.').append(keysAndValues[i]).append('=').append(keysAndValues[i + 1])
                    .append(',');
        }
        Options options = new Vocabulary(List.of(retrofit.remedy())).parse(text.toString());
        return retrofit.plan(jdk(image, without), new Settings(retrofit.remedy(), options));
    }
}
