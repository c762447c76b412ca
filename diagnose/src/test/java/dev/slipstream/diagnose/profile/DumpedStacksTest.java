package dev.slipstream.diagnose.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.diagnose.event.Frame;
import java.util.List;
import org.junit.jupiter.api.Test;

class DumpedStacksTest {
    private static final String STACK = """
               java.lang.Thread.State: RUNNABLE
            \tat java.lang.Thread.setNativeName(java.base@21.0.8/Native Method)
            \tat java.lang.Thread.setName(java.base@21.0.8/Thread.java:1895)
            \t- locked <0x00000000c0a3a1c8> (a java.lang.Thread)
            \tat app//org.example.Pool$Worker.run(Pool.java:12)

            """;

    private static String dump(String threads) {
        return """
                2026-11-30 01:40:00
                Full thread dump OpenJDK 64-Bit Server VM (21.0.8+9-LTS mixed mode, sharing):

                Threads class SMR info:
                _java_thread_list=0x00007f0001, length=2, elements={
                0x00007fab01, 0x00007fab02
                }

                """ + threads + "\nJNI global refs: 22, weak refs: 0\n";
    }

    private static String thread(String name, String address, String nid) {
        return "\"" + name + "\" #12 [4712] prio=5 os_prio=0 cpu=1.00ms elapsed=1.00s tid=0x" + address + " nid=" + nid
                + " runnable  [0x00007f11]\n" + STACK;
    }

    @Test
    void hasTheTopFrames() {
        DumpedStacks stacks = DumpedStacks.parse(dump(thread("a", "00007fab01", "4712") + thread("b", "00007fab02", "0x1269")));
        assertThat(stacks.byNativeId()).containsOnlyKeys(4712L, 4713L);
        assertThat(stacks.byNativeId().get(4713L)).isEqualTo(List.of(new Frame("java.lang.Thread", "setNativeName", "", -1),
                new Frame("java.lang.Thread", "setName", "", 1895), new Frame("org.example.Pool$Worker", "run", "", 12)));
    }

    @Test
    void aNameImitatesNoThread() {
        String forged = "x\" #1 prio=5 tid=0x00007fab09 nid=99 runnable\n" + STACK.strip();
        assertThat(DumpedStacks.parse(dump(thread(forged, "00007fab01", "4712"))).byNativeId()).containsOnlyKeys(4712L);
    }

    @Test
    void whatWasCutOffDoesNotCount() {
        String whole = dump(thread("a", "00007fab01", "4712"));
        assertThat(DumpedStacks.parse(whole.substring(0, whole.length() - 40))).isNull();
        assertThat(DumpedStacks.parse("something else")).isNull();
    }
}
