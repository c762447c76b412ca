package dev.slipstream.runtime.naming;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.testkit.ForkedJvm;
import dev.slipstream.testkit.TestJdk;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Test in forked JVMs of every release, which permit native calls. */
@Execution(ExecutionMode.CONCURRENT)
class ImmediateSlotsTest {
    /** Names are set immediately, through the native call. */
    @ParameterizedTest
    @MethodSource("dev.slipstream.testkit.TestJdk#all")
    void immediate(TestJdk jdk) throws Exception {
        assertThat(ForkedJvm.ofModule(jdk, "runtime").withNativeAccess().output(ImmediateProgram.class)).matches(
                jdk.feature() < 21 ? "(?s).*on JDK 17: java.lang.ClassNotFoundException.*" : "(?s)shown at once\\s+");
    }

    /** Program that names its thread through an {@link ImmediateSlots.Slot}, in both forms, and compares what is shown. */
    static final class ImmediateProgram {
        private ImmediateProgram() {}

        public static void main(String[] args) throws Exception {
            if (ImmediateSlots.whyNot() != null) {
                System.out.println(ImmediateSlots.whyNot());
                return;
            }
            for (NativeNames form : NativeNames.values()) {
                OnThread.call(() -> {
                    ImmediateSlots slots = new ImmediateSlots(form);
                    ImmediateSlots.Slot slot = slots.slot();
                    for (int i = 0; i < NameSlot.THRESHOLD; i++) {
                        check(!slot.test("early " + i, Thread.currentThread().getName()), "taken below the threshold");
                        Thread.currentThread().setName("early " + i);
                    }
                    String former = Thread.currentThread().getName();
                    for (String name : NativeNamesTest.names().toList()) {
                        check(slot.test(name, former), "refused");
                        assertShown(form, name);
                        check(slot.test(new String(name), name), "refused the same text");
                        assertShown(form, name);
                        former = name;
                    }
                    String counted = slots.counters().toString();
                    int names = (int) NativeNamesTest.names().count();
                    check(counted.equals("{renames=" + names + "}"), "counted " + counted);
                    slot.close();
                    slot.close();
                    check(slots.counters().toString().equals(counted), "counted " + slots.counters() + " after the end");
                    check(!slot.test("closed", former), "taken after the end");
                    return null;
                });
            }
            System.out.println("shown at once");
        }

        private static void assertShown(NativeNames form, String name) throws Exception {
            String expected = new String(form.bytes(name), StandardCharsets.ISO_8859_1);
            String shown = new String(Comm.OF_LINUX.read(), StandardCharsets.ISO_8859_1);
            check(shown.equals(expected), "shown is " + shown + ", not " + expected);
        }

        private static void check(boolean right, String what) {
            if (!right) {
                throw new AssertionError(what);
            }
        }
    }
}
