package dev.slipstream.it.program.naming;

import dev.slipstream.it.program.common.NativeName;
import dev.slipstream.it.program.common.Settled;
import java.util.List;

/** Threads that give themselves names of every kind. Prints the native names that result. */
public final class NameTexts {
    private static final int WELL_KNOWN = 12;
    private static final List<String> TEXTS = List.of(
            "a", "fifteen bytes..", "sixteen bytes...", "ReadStage-12-of-a-long-name", "a b\tc\nd",
            "Gr\u00f6\u00dfe und L\u00e4nge", "\u00e4\u00f6\u00fc\u00e4\u00f6\u00fc\u00e4\u00f6",
            "\u7dda\u7a0b\u540d", "\u7dda\u7a0b\u540d\u7a31\u5f88\u9577\u5f88\u9577",
            "\ud83d\ude42\ud83d\ude42", "\ud83d\ude42\ud83d\ude42\ud83d\ude42\ud83d\ude42", "1234567890123\ud83d\ude42",
            "\ud83d", "abc\ude42def\ud83d", "", "a\u0000b", "\u0000",
            "x".repeat(10_000), "\u7dda".repeat(10_000), "x".repeat(10_000),
            "tail\u00e4\ud83d\ude42".repeat(50), "end");

    private NameTexts() {}

    /** Argument: the output to arrive at, see {@link Settled}. */
    public static void main(String[] args) throws Exception {
        Settled settled = new Settled(args[0]);
        rename("main", settled);
        Thread other = new Thread(() -> {
            try {
                rename("other", settled);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }, "another thread");
        other.start();
        other.join();
    }

    private static void rename(String who, Settled settled) throws Exception {
        Thread self = Thread.currentThread();
        System.out.println(who + " at first " + NativeName.ownInHex());
        for (int i = 0; i < WELL_KNOWN; i++) {
            self.setName("known-" + i);
        }
        settled.print(who + " well known ", NativeName::ownInHex);
        for (String text : TEXTS) {
            String passed = new String(text);
            self.setName(passed);
            boolean exact = self.getName() == passed;
            settled.print(who + " " + TEXTS.indexOf(text) + " " + exact + " ", NativeName::ownInHex);
            String again = new String(text);
            self.setName(again);
            System.out.println("again " + (self.getName() == again));
        }
    }
}
