package dev.slipstream.naming;

import java.nio.charset.StandardCharsets;

/** Program that names its thread through an {@link ImmediateSlot}, in both forms, and compares what is shown. */
final class ImmediateProgram {
    private ImmediateProgram() {
    }

    public static void main(String[] args) throws Exception {
        if (ImmediateSlots.whyNot() != null) {
            System.out.println(ImmediateSlots.whyNot());
            return;
        }
        for (NativeNames form : NativeNames.values()) {
            OnThread.call(() -> {
                ImmediateSlots slots = new ImmediateSlots(form);
                ImmediateSlot slot = slots.slot();
                for (int i = 0; i < NameSlot.TRIAL; i++) {
                    check(!slot.test("on trial " + i), "taken during the trial");
                    Thread.currentThread().setName("on trial " + i);
                }
                for (String name : NativeNamesTest.names().toList()) {
                    check(slot.test(name), "refused");
                    assertShown(form, name);
                    check(slot.test(new String(name)), "refused the same text");
                    assertShown(form, name);
                }
                String counted = slots.counters().toString();
                int names = (int) NativeNamesTest.names().count();
                check(counted.equals("{renames=" + names + "}"), "counted " + counted);
                slot.close();
                slot.close();
                check(slots.counters().toString().equals(counted), "counted " + slots.counters() + " after the end");
                check(!slot.test("closed"), "taken after the end");
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
