package dev.slipstream.cli.prove;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.cli.DurationConverter;
import dev.slipstream.results.jdk.JdkFinder.FoundJdk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

class CommandOptionsTest {
    private static final String HERE = System.getProperty("java.home");
    private static final int FEATURE = Runtime.version().feature();

    @TempDir
    private Path folder;

    @Command
    private static final class Uses {
        @Mixin
        private JdkOptions jdks;
    }

    private static JdkOptions parse(String... args) {
        Uses uses = new Uses();
        new CommandLine(uses).parseArgs(args);
        return uses.jdks;
    }

    private static void refuses(String why, String... args) {
        JdkOptions options = parse(args);
        assertThatThrownBy(options::given).isInstanceOf(ParameterException.class).hasMessageContaining(why);
        assertThatThrownBy(options::asked).isInstanceOf(ParameterException.class);
    }

    @Test
    void withAndWithoutAFeature() throws Exception {
        Path real = Path.of(HERE).toRealPath();
        assertThat(parse("--jdk", FEATURE + "=" + HERE).given().get(FEATURE).home()).isEqualTo(real);
        assertThat(parse("--jdk", HERE).given().get(FEATURE).home()).isEqualTo(real);
        assertThat(parse("--jdk", HERE, "--jdk", FEATURE + "=" + HERE).asked()).containsExactly(FEATURE);
        assertThat(parse().asked()).isEmpty();
    }

    @Test
    void refusesWhatIsNoJdk() {
        refuses("--jdk 21=" + folder + ": " + folder + " is no JDK", "--jdk", "21=" + folder);
        refuses("is no JDK", "--jdk", folder.toString());
        refuses("is no JDK", "--jdk", "21=");
    }

    @Test
    void refusesAnotherReleaseThanItWasCalled() {
        refuses("expected JDK 9, found JDK", "--jdk", "9=" + HERE);
    }

    @Test
    void refusesTwoForOneRelease() throws Exception {
        Path other = Files.createDirectories(folder.resolve("jdk/bin")).getParent();
        assertThat(Files.createFile(other.resolve("bin/java")).toFile().setExecutable(true)).isTrue();
        Files.writeString(other.resolve("release"), "JAVA_VERSION=\"" + FEATURE + "\"");
        refuses("is already set to", "--jdk", HERE, "--jdk", other.toString());
    }

    @Test
    void listsTheGivenOneAsTheOneThatIsUsed() {
        assertThat(parse("--jdk", HERE).listing())
                .filteredOn(found -> found.jdk().feature() == FEATURE && found.chosen())
                .singleElement().extracting(FoundJdk::where).isEqualTo("given");
    }

    @ParameterizedTest
    @CsvSource({"90s, PT90S", "10m, PT10M", "1h30m, PT90M", "2h, PT2H", "1h1m1s, PT3661S"})
    void readsDurations(String text, Duration expected) {
        assertThat(new DurationConverter().convert(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "10", "m", "-5m", "1m1h", "1.5h", "ten minutes", "99999999999s"})
    void refusesOtherDurations(String text) {
        assertThatThrownBy(() -> new DurationConverter().convert(text)).isInstanceOf(TypeConversionException.class);
    }
}
