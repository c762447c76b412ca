package dev.slipstream.it.arenas;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.OnStockOnly;
import dev.slipstream.it.common.Programs;
import dev.slipstream.testkit.Jdk;
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

    private ArenaScenarios on(Jdk jdk) throws IOException {
        return new ArenaScenarios(jdk, "--patch-module=java.base=" + OneField.of(jdk, folder));
    }

    @OnEveryJdk(from = MADE_FROM, to = MADE_FROM)
    void hasOneField(Jdk jdk) throws Exception {
        String session = "jdk.internal.foreign.MemorySessionImpl";
        assertThat(Programs.on(jdk).run(Programs.PACKAGE + "Fields", session).out()).contains("state\n", "acquireCount\n");
        assertThat(on(jdk).jvm().run(Programs.PACKAGE + "Fields", session).out()).contains("state\n")
                .doesNotContain("acquireCount\n");
    }

    @OnEveryJdk(from = MADE_FROM, to = MADE_FROM)
    void textsOfEveryKind(Jdk jdk) throws Exception {
        on(jdk).textsOfEveryKind();
    }

    @OnEveryJdk(from = MADE_FROM, to = MADE_FROM)
    void nobodyUsesWhatIsFreed(Jdk jdk) throws Exception {
        on(jdk).nobodyUsesWhatIsFreed();
    }

    @OnEveryJdk(from = MADE_FROM, to = MADE_FROM)
    void nobodyUsesWhatIsFreedInInterpretedCode(Jdk jdk) throws Exception {
        on(jdk).nobodyUsesWhatIsFreedInInterpretedCode();
    }

    @OnEveryJdk(from = MADE_FROM, to = MADE_FROM)
    void countsExactlyInACrowd(Jdk jdk) throws Exception {
        on(jdk).countsExactlyInACrowd();
    }

    @OnEveryJdk(from = MADE_FROM, to = MADE_FROM)
    void anOwnerCountsItsAcquiresBesideAfterAWhile(Jdk jdk) throws Exception {
        on(jdk).anOwnerCountsItsAcquiresBesideAfterAWhile();
    }

    @OnEveryJdk(from = MADE_FROM, to = MADE_FROM)
    void nothingIsLeftOfArenas(Jdk jdk) throws Exception {
        on(jdk).nothingIsLeftOfArenas();
    }

    @OnEveryJdk(from = MADE_FROM, to = MADE_FROM)
    void nothingIsLeftOfArenasThatAreForgotten(Jdk jdk) throws Exception {
        on(jdk).nothingIsLeftOfArenasThatAreForgotten();
    }

    @OnEveryJdk(from = MADE_FROM, to = MADE_FROM)
    void waitersYieldTheirProcessor(Jdk jdk) throws Exception {
        on(jdk).waitersYieldTheirProcessor();
    }

    @OnEveryJdk(from = MADE_FROM, to = MADE_FROM)
    void attachesAndDetachesUnderLoad(Jdk jdk) throws Exception {
        on(jdk).attachesAndDetachesUnderLoad();
    }
}
