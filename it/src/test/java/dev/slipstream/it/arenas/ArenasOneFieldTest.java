package dev.slipstream.it.arenas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertAll;

import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.OnStockOnly;
import dev.slipstream.it.common.Programs;
import dev.slipstream.testkit.TestJdk;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Test of the shared arenas of JDK 22 and 23, which are no longer maintained: {@linkplain OneField made} from those of JDK 25. */
@Tag("long")
@OnStockOnly("patches a class of the stock JDK")
class ArenasOneFieldTest {
    private static final int MADE_FROM = 25;

    @TempDir
    private Path folder;

    private ArenaScenarios on(TestJdk jdk) throws IOException {
        return new ArenaScenarios(jdk, "--patch-module=java.base=" + OneField.of(jdk, folder));
    }

    @OnEveryJdk(from = MADE_FROM, to = MADE_FROM)
    void hasOneField(TestJdk jdk) throws Exception {
        String session = "jdk.internal.foreign.MemorySessionImpl";
        assertThat(Programs.on(jdk).run(Programs.PACKAGE + "Fields", session).out()).contains("state\n", "acquireCount\n");
        assertThat(on(jdk).jvm().run(Programs.PACKAGE + "Fields", session).out()).contains("state\n")
                .doesNotContain("acquireCount\n");
    }

    @OnEveryJdk(from = MADE_FROM, to = MADE_FROM)
    void behavesAsWithTwoFields(TestJdk jdk) throws Exception {
        ArenaScenarios arenas = on(jdk);
        assertAll(arenas::textsOfEveryKind, arenas::freedMemoryIsNotUsed, arenas::freedMemoryIsNotUsedInInterpretedCode,
                arenas::countsExactlyInACrowd, arenas::anOwnerCountsItsAcquiresBesideAfterAWhile, arenas::nothingIsLeftOfArenas,
                arenas::nothingIsLeftOfArenasThatAreForgotten, arenas::waitersYieldTheirProcessor,
                arenas::attachesAndDetachesUnderLoad);
    }
}
