package dev.slipstream.cli.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JvmOptionsTest {
    @TempDir
    private Path folder;

    private static Map<String, String> of(String... command) {
        return JvmOptions.of(List.of(command), Map.of());
    }

    @Test
    void theApplicationsArgumentsAreNone() {
        assertThat(of("java", "-Xshare:on", "-cp", "-Xint", "Shop", "-Xshare:off")).containsOnlyKeys("-Xshare:on");
        assertThat(of("java", "-jar", "-Xint", "-Xshare:off")).isEmpty();
        assertThat(of("java", "--module", "shop/Shop", "-Xshare:off")).isEmpty();
        assertThat(of("java", "-p", "modules", "--add-modules=a", "-m", "shop/Shop", "-Xint"))
                .containsOnlyKeys("--add-modules=a");
        assertThat(of("java")).isEmpty();
    }

    @Test
    void filesOfArgumentsAreRead() throws IOException {
        Path file = Files.writeString(folder.resolve("a file"), "# -Xint\n-cp 'x y'\n\"-Xshare:off\" -Xlog:gc");
        assertThat(of("java", "@" + file, "-Xmx1g", "Shop", "@" + file)).containsOnly(entry("-Xmx1g", ""),
                entry("-Xshare:off", " of @" + file), entry("-Xlog:gc", " of @" + file), entry("-cp", " of @" + file),
                entry("x y", " of @" + file));
        assertThat(of("java", "@" + folder.resolve("none"), "Shop")).isEmpty();
    }

    @Test
    void soAreVariables() throws IOException {
        Path file = Files.writeString(folder.resolve("a file"), "-Xshare:on");
        assertThat(JvmOptions.of(List.of("java", "Shop"),
                Map.of("JAVA_TOOL_OPTIONS", "'-javaagent:a b.jar' -Xint", "JDK_JAVA_OPTIONS", " '@" + file + "'", "OPTIONS",
                        "-Xshare:off")))
                .containsOnly(entry("-javaagent:a b.jar", " of JAVA_TOOL_OPTIONS"), entry("-Xint", " of JAVA_TOOL_OPTIONS"),
                        entry("-Xshare:on", " of @" + file));
    }
}
