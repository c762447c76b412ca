package dev.slipstream.results.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.results.jdk.JdkFinder.FoundJdk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdkFinderTest {
    @TempDir
    private Path folder;

    private final Map<String, String> environment = new HashMap<>();

    @BeforeEach
    void realPath() throws Exception {
        folder = folder.toRealPath();
    }

    private JdkFinder finder() {
        return new JdkFinder(environment, folder.resolve("user"), folder.resolve("system"), folder.resolve("running"));
    }

    @Test
    void looksEverywhere() throws Exception {
        environment.put("SLIPSTREAM_JDKS", folder.resolve("all").toString());
        environment.put("JAVA_HOME", FakeHome.at(folder.resolve("java-home"), "18.0.1").toString());
        environment.put("PATH", "/nowhere:" + folder.resolve("bin"));
        FakeHome.at(folder.resolve("all/17"), "17.0.1");
        Files.createDirectories(folder.resolve("bin"));
        Path onPath = FakeHome.at(folder.resolve("on-path"), "19");
        Files.createSymbolicLink(folder.resolve("bin/java"), onPath.resolve("bin/java"));
        FakeHome.at(folder.resolve("system/java-20"), "20.0.2");
        FakeHome.at(folder.resolve("user/.sdkman/candidates/java/21-tem"), "21.0.8");
        FakeHome.at(folder.resolve("user/.jdks/corretto-22"), "22.0.1");
        FakeHome.at(folder.resolve("user/.cache/slipstream/jdks/25"), "25.0.3");
        FakeHome.at(folder.resolve("running"), "28");
        assertThat(finder().all()).extracting(Jdk::feature).containsExactly(17, 18, 19, 20, 21, 22, 25, 28);
    }

    @Test
    void countsAJdkOnce() throws Exception {
        Path home = FakeHome.at(folder.resolve("system/java-21"), "21.0.8");
        Files.createSymbolicLink(folder.resolve("system/default-java"), home);
        environment.put("JAVA_HOME", home.toString());
        assertThat(finder().all()).hasSize(1);
    }

    @Test
    void prefersTheGivenOne() throws Exception {
        FakeHome.at(folder.resolve("system/java-21"), "21.0.8");
        FakeHome.at(folder.resolve("system/java-25"), "25.0.3");
        Jdk given = Jdk.at(FakeHome.at(folder.resolve("mine"), "21.0.1"));
        Map<Integer, Jdk> found = finder().find(Map.of(21, given));
        assertThat(found.get(21)).isEqualTo(given);
        assertThat(found.keySet()).containsExactly(21, 25);
    }

    @Test
    void saysWhereEachIsAndWhichIsUsed() throws Exception {
        Path home = FakeHome.at(folder.resolve("system/java-21"), "21.0.8");
        environment.put("JAVA_HOME", home.toString());
        FakeHome.at(folder.resolve("user/.jdks/21"), "21.0.1");
        FakeHome.at(folder.resolve("running"), "17.0.1");
        assertThat(finder().listing(Map.of())).extracting(FoundJdk::where).containsExactly("runs this", "JAVA_HOME", "~/.jdks");
        assertThat(finder().listing(Map.of())).extracting(FoundJdk::chosen).containsExactly(true, true, false);
        Jdk given = Jdk.at(FakeHome.at(folder.resolve("mine"), "21.0.2"));
        assertThat(finder().listing(Map.of(21, given))).filteredOn(FoundJdk::chosen).extracting(FoundJdk::where)
                .containsExactly("runs this", "given");
    }

    @Test
    void passesOverWhatIsNoJdk() throws Exception {
        Files.createDirectories(folder.resolve("system/openjdk-21"));
        environment.put("JAVA_HOME", folder.resolve("gone").toString());
        assertThat(finder().all()).isEqualTo(List.of());
    }

    @Test
    void keepsItsCacheWhereTheUserWantsIt() {
        assertThat(finder().cache()).isEqualTo(folder.resolve("user/.cache/slipstream/jdks"));
        environment.put("XDG_CACHE_HOME", "/elsewhere");
        assertThat(finder().cache()).isEqualTo(Path.of("/elsewhere/slipstream/jdks"));
    }
}
