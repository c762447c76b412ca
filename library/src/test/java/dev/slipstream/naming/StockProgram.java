package dev.slipstream.naming;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Program that compares what this JDK shows of many names with the results of {@link NativeNames}. */
final class StockProgram {
    private static final int NAMES = 5_000;
    private static final int[] LIMITS = {0x80, 0x100, 0x800, 0x10000};

    private StockProgram() {
    }

    public static void main(String[] args) throws Exception {
        OnThread.call(() -> {
            List<String> names = NativeNamesTest.names().toList();
            for (String name : names) {
                compare(name);
            }
            Random random = new Random(42);
            for (int i = 0; i < NAMES; i++) {
                StringBuilder name = new StringBuilder();
                for (int length = random.nextInt(20); length > 0; length--) {
                    name.append((char) random.nextInt(LIMITS[i % LIMITS.length]));
                }
                compare(name.toString());
            }
            return null;
        });
        System.out.println(NativeNames.ofThisJdk());
    }

    private static void compare(String name) throws Exception {
        Thread.currentThread().setName(name);
        byte[] shown = Comm.OF_LINUX.read();
        byte[] ours = NativeNames.ofThisJdk().bytes(name);
        if (!Arrays.equals(shown, ours)) {
            throw new AssertionError(Arrays.toString(shown) + " is not " + Arrays.toString(ours));
        }
    }
}
