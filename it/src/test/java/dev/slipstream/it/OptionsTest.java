package dev.slipstream.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.OnStockOnly;
import dev.slipstream.it.common.Programs;
import dev.slipstream.it.metrics.MetricsTest;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.TestJdk;
import java.io.IOException;
import java.nio.file.Files;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Test of the effects of the agent's options that a user sees. */
class OptionsTest {
    private static final String PROGRAM = Programs.PACKAGE + "ExitsWithSeven";

    /** Returns the state that the remedy arenas reports when it is on. */
    private static String arenas(TestJdk jdk) {
        return jdk.hasVirtualThreads() ? "active" : "unneeded (this JDK has no shared arenas)";
    }

    private static void says(TestJdk jdk, String options, String... lines) throws Exception {
        Ended ended = Programs.on(jdk).withAgent(options).run(PROGRAM);
        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(7);
        assertThat(ended.err().lines()).as("%s", ended).containsExactly(lines);
    }

    @OnEveryJdk(from = 21)
    void aName(TestJdk jdk) throws Exception {
        says(jdk, "pinning", "slipstream: pinning active");
    }

    @OnEveryJdk
    void minusAName(TestJdk jdk) throws Exception {
        says(jdk, "-pinning", "slipstream: naming active; arenas " + arenas(jdk));
    }

    @OnEveryJdk
    void none(TestJdk jdk) throws Exception {
        says(jdk, "none", "slipstream: all remedies are off");
    }

    @OnEveryJdk
    void noneAndQuiet(TestJdk jdk) throws Exception {
        says(jdk, "none,quiet");
    }

    @OnEveryJdk(from = 21)
    @OnStockOnly("the agent says which settings of the baked engine it changes")
    void aSetting(TestJdk jdk) throws Exception {
        says(jdk, "pinning.max-carriers=2048", "slipstream: pinning active; naming active; arenas active");
    }

    /** Returns a remedy's settings as in its page. */
    private static String documented(String remedy) throws IOException {
        return Pattern.compile("(?m)^\\| `(" + remedy + "\\.[\\w-]+)[=`]")
                .matcher(Files.readString(ForkedJvm.ROOT.resolve("remedies/" + remedy + ".md"))).results()
                .map(setting -> setting.group(1) + "=").collect(Collectors.joining(", "));
    }

    @OnEveryJdk
    void nothingIsInstalledBesideAnUnknownWord(TestJdk jdk) throws Exception {
        says(jdk, "nameing", "slipstream: nothing was changed: 'nameing' is not known; did you mean naming?");
        says(jdk, "quiet,-pinning,-nameing", "slipstream: nothing was changed: '-nameing' is not known; did you mean -naming?");
        says(jdk, "naming,rubbish", "slipstream: nothing was changed: 'rubbish' is not known; known: "
                + String.join(", ", MetricsTest.documented().keySet()) + ", none, quiet");
    }

    @OnEveryJdk
    void documentedSettingsAreKnown(TestJdk jdk) throws Exception {
        for (String remedy : MetricsTest.documented().keySet()) {
            String settings = documented(remedy);
            if (!settings.isEmpty()) {
                says(jdk, remedy + ".zzzzzzzzzzzzzzzz=1", "slipstream: nothing was changed: '" + remedy
                        + ".zzzzzzzzzzzzzzzz=1' is not known; known: " + settings);
            }
        }
    }

    @OnEveryJdk
    void anotherName(TestJdk jdk) throws Exception {
        says(jdk, "naming", "slipstream: naming active");
    }

    @OnEveryJdk
    @OnStockOnly("the agent says which settings of the baked engine it changes")
    void settingsOfNaming(TestJdk jdk) throws Exception {
        says(jdk, "naming,naming.interval=10000,naming.truncation=middle,naming.mode=published",
                "slipstream: naming active");
        says(jdk, "naming,naming.interval=0",
                "slipstream: naming declined: naming.interval=0 is no number from 1 to 10000");
        says(jdk, "naming,naming.mode=lazy",
                "slipstream: naming declined: naming.mode=lazy is none of published, immediate, skip");
        says(jdk, "naming,naming.mode=skip",
                "slipstream: naming active (skips renames to the same name only)");
    }

    @OnEveryJdk
    @OnStockOnly("the agent says which settings of the baked engine it changes")
    void immediateNaming(TestJdk jdk) throws Exception {
        says(jdk, "naming,naming.mode=immediate", "slipstream: naming " + (jdk.feature() >= 21 ? "active"
                : "declined: naming.mode=immediate needs java.lang.foreign, which came with JDK 21"));
    }
}
