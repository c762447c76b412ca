package dev.slipstream.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import dev.slipstream.cli.process.JvmName.Candidate;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JvmNameTest {
    private static final List<Candidate> RUNNING = List.of(new Candidate(11, "org.example.Shop --port 80"),
            new Candidate(12, "/opt/app/app.jar"), new Candidate(13, "shop.module/org.example.Store x"), new Candidate(14, ""),
            new Candidate(15, "/opt/my app/store.jar --verbose"),
            new Candidate(16, "org.example.Job one"), new Candidate(17, "org.example.Job two"));

    @ParameterizedTest
    @CsvSource({"org.example.Shop, 11", "Shop, 11", "app.jar, 12", "/opt/app/app.jar, 12", "Store, 13", "org.example.Store, 13",
        "shop.module/org.example.Store, 13", "/opt/my app/store.jar, 15"})
    void knowsWhatAJvmRuns(String name, long pid) throws Failure {
        assertThat(JvmName.choose(name, RUNNING)).isEqualTo(pid);
    }

    @Test
    void takesAProcessIdAsItIs() throws Failure {
        assertThat(JvmName.resolve("4711")).isEqualTo(4711);
    }

    @Test
    void listsWhatRunsWhereNoneIsMeant() {
        Failure none = catchThrowableOfType(Failure.class, () -> JvmName.choose("jar", RUNNING));
        assertThat(none.exitCode()).isEqualTo(ExitCodes.NOTHING_DONE);
        assertThat(none)
                .hasMessageStartingWith("no running JVM of this user matches 'jar'; running: 11 org.example.Shop, 12 app.jar, ");
        assertThat(catchThrowableOfType(Failure.class, () -> JvmName.choose("jar", List.of())))
                .hasMessage("no running JVM of this user matches 'jar'; none is seen, so give the process id");
    }

    @Test
    void listsThoseThatMayBeMeant() {
        Failure several = catchThrowableOfType(Failure.class, () -> JvmName.choose("Job", RUNNING));
        assertThat(several.exitCode()).isEqualTo(ExitCodes.BAD_USAGE);
        assertThat(several).hasMessage("several JVMs match 'Job'; give the process id of one: 16 org.example.Job one, "
                + "17 org.example.Job two");
    }

    @Test
    void keepsToOneLine() {
        List<Candidate> many =
                LongStream.range(0, 20).mapToObj(pid -> new Candidate(pid, "A \u001b[2J\n" + "x".repeat(500))).toList();
        Failure several = catchThrowableOfType(Failure.class, () -> JvmName.choose("A", many));
        assertThat(several.getMessage()).doesNotContainPattern("\\p{Cntrl}").contains("0 A ?[2J?xxx").endsWith(" and 8 more")
                .hasSizeLessThan(1_500);
    }

    @Test
    void refusesANumberThatIsNone() {
        assertThat(catchThrowableOfType(Failure.class, () -> JvmName.resolve("99999999999999999999")))
                .hasMessage("invalid process id '99999999999999999999'");
    }
}
