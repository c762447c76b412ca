package dev.slipstream.diagnose.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipstream.diagnose.threads.ThreadDump.DumpedThread;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Dumps of every JDK, of a program whose threads have names that look like something else. */
class ThreadDumpTest {
    private static final String FORGED = "x\" #99 prio=9 os_prio=0 cpu=1.00ms elapsed=1.00s tid=0x00007f0000000000 nid=1 runnable"
            + "  [0x0]\n   java.lang.Thread.State: RUNNABLE\n";

    private static Map<String, DumpedThread> byName(ThreadDump dump) {
        return dump.threads().stream().collect(Collectors.toMap(DumpedThread::name, each -> each));
    }

    @ParameterizedTest
    @CsvSource({"17, 29567, 16", "21, 29633, 15", "25, 29698, 15", "28, 29764, 15"})
    void everyJdksFormat(int feature, long main, int threads) throws Exception {
        ThreadDump dump = ThreadDump.parse(DumpTexts.threads(feature));
        assertThat(dump.threads()).hasSize(threads);
        assertThat(dump.unclear()).isZero();
        assertThat(byName(dump).get("main").nativeId()).isEqualTo(main);
        assertThat(byName(dump)).containsKeys("main").containsKeys("Reference Handler", "Attach Listener")
                .doesNotContainKey("VM Thread");
        assertThat(byName(dump).get("plain").priority()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {17, 21, 25, 28})
    void namesAreWhatTheyAre(int feature) throws Exception {
        Map<String, DumpedThread> threads = byName(ThreadDump.parse(DumpTexts.threads(feature)));
        assertThat(threads.get("say \"hi\" #5 prio=9 tid=0x1").priority()).isEqualTo(5);
        assertThat(threads.get("two\nlines").priority()).isEqualTo(7);
        DumpedThread forger = threads.get(FORGED);
        assertThat(forger.priority()).isEqualTo(9);
        assertThat(forger.nativeId()).isGreaterThan(1);
    }

    /** A forged thread name may contain an address from an earlier dump. The dump then has two threads with that address. */
    @ParameterizedTest
    @ValueSource(ints = {17, 21, 25, 28})
    void whoKnowsTheAddressesFoolsNobody(int feature) throws Exception {
        String text = DumpTexts.threads(feature);
        String plains = text.lines().filter(line -> line.startsWith("\"plain\"")).findFirst().orElseThrow();
        String address = plains.replaceAll(".* tid=(0x[0-9a-f]+) .*", "$1");
        for (String where : new String[] {"\"two", "\"main"}) {
            ThreadDump dump = ThreadDump.parse(text.replace(where, plains.replace("plain", where.substring(1) + " is plain")
                    .replaceAll("prio=\\d", "prio=9") + "\n"));
            assertThat(dump.unclear()).isEqualTo(1);
            assertThat(dump.threads()).noneMatch(thread -> thread.name().contains("plain"));
        }
        assertThat(ThreadDump.parse(text.replace("0x00007f0000000000", address)).unclear()).isEqualTo(1);
    }

    @Test
    void threadsThatAreOnlyStartingAreNotClear() throws Exception {
        ThreadDump dump = ThreadDump.parse(DumpTexts.threads(25).replace(" nid=29716 ", " unknown state ")
                .replace("[29716] ", ""));
        assertThat(dump.unclear()).isEqualTo(1);
        assertThat(byName(dump)).doesNotContainKey("plain");
    }

    @Test
    void aDumpThatWasCutIsReadAsFarAsItGoes() throws Exception {
        String text = DumpTexts.threads(25);
        ThreadDump dump = ThreadDump.parse(text.substring(0, text.indexOf("\"two")));
        assertThat(byName(dump)).containsKey("plain");
        assertThat(dump.unclear()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\"main\" #1 prio=5 os_prio=0 tid=0x1 nid=0x1 runnable", "4711:\njava.io.IOException\n"})
    void whatIsNoDumpIsRefused(String text) {
        assertThatThrownBy(() -> ThreadDump.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    /** Names that make a backtracking parser look at the rest of the text again and again. */
    @Test
    @Timeout(20)
    void longNamesAreReadInNoTime() throws Exception {
        String text = DumpTexts.threads(25);
        for (String part : new String[] {"cpu=1.00ms ", "\" #1 prio=5 cpu=1.00ms ", "tid=0x1 ", "\" #1 prio=5 "}) {
            String name = "\" #1 prio=5 " + part.repeat(40_000);
            assertThat(byName(ThreadDump.parse(text.replace("\"plain", "\"" + name + "plain")))).isNotEmpty();
        }
        assertThat(StackFrame.parse("/".repeat(1_000_000) + "a.b(C.java:1)")).isNull();
        assertThat(StackFrame.parse("/".repeat(4_000) + "a.b(C.java:1)").frame().place()).isEqualTo("a.b");
    }
}
