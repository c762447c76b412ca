package dev.slipstream.examples.naming;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import org.junit.jupiter.api.Test;

/** Counts samples. Tests do not fetch Cassandra. */
class ProfileTest {
    private static Profile count(String text) throws IOException {
        return Profile.count(new BufferedReader(new StringReader(text)));
    }

    @Test
    void aSampleCountsOnceHoweverOftenItNames() throws IOException {
        assertThat(count(
                """
                ReadStage-1
                    ffffffff81 __do_sys_prctl
                    7f0001 JVM_SetNativeThreadName
                    7f0002 JVM_SetNativeThreadName

                ReadStage-1
                    7f0003 [unknown]

                """)).isEqualTo(new Profile(2, 1));
    }

    @Test
    void whatPublishesNamesCountsAsNaming() throws IOException {
        assertThat(count(
                "slipstream-nami\n    7f0001 write\n\nmain\n    7f0002 JVM_SetNativeThreadName\n\nmain\n    7f0003 read\n"))
                .isEqualTo(new Profile(3, 2));
    }

    @Test
    void nothingIsNothing() throws IOException {
        assertThat(count("")).isEqualTo(new Profile(0, 0));
    }

    @Test
    void resultsAreReadBack() {
        Queries.Result result = new Queries.Result(25_231.5, 1.25, 7.5);
        assertThat(Queries.Result.parse(result.toString())).isEqualTo(result);
    }
}
