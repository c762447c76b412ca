package dev.slipstream.runtime.naming;

import dev.slipstream.runtime.threads.Daemon;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Form in which Linux shows a Java name: modified UTF-8 (surrogates one by one, NUL as {@code c0 80}), at most 15 bytes, cut
 * without regard to character boundaries. Stateless.
 */
public enum NativeNames {
    /** Keeps the first 15 bytes, as JDK 17 to 25 do. */
    FIRST_15,

    /** Keeps the first 7 and the last 6 bytes of a longer name, with two dots between them, as JDK 26 and later do. */
    MIDDLE;

    /** Minimum length of an array for {@link #encode}, in bytes: the longest name and the NUL that terminates a C string. */
    public static final int SIZE = 16;

    private static final int MOST = SIZE - 1;
    private static final int HEAD = 7;
    private static final int TAIL = 6;
    private static final int LONGEST_CHARACTER = 3;

    /**
     * Returns the native name.
     *
     * @param name the Java name
     * @return 0 to 15 bytes
     */
    public byte[] bytes(String name) {
        byte[] into = new byte[SIZE];
        return Arrays.copyOf(into, encode(name, into));
    }

    /**
     * Encodes the native name without allocation, in a time that does not grow with the length of the name.
     *
     * @param name the Java name
     * @param into at least {@link #SIZE} bytes; those after the name are set to zero
     * @return length of the native name in bytes, 0 to 15
     */
    public int encode(String name, byte[] into) {
        int length = 0;
        boolean fits = true;
        for (int i = 0; fits && i < name.length(); i++) {
            char c = name.charAt(i);
            int bytes = bytesOf(c);
            for (int part = 0; part < bytes && fits; part++) {
                fits = length < MOST;
                if (fits) {
                    into[length++] = part(c, bytes, part);
                }
            }
        }
        if (!fits && this == MIDDLE) {
            tail(name, into);
        }
        Arrays.fill(into, length, SIZE, (byte) 0);
        return length;
    }

    /** Writes the tail backwards from the end. The name has more than 15 bytes, so these exist. */
    private static void tail(String name, byte[] into) {
        Arrays.fill(into, HEAD, MOST - TAIL, (byte) '.');
        int at = MOST;
        for (int i = name.length() - 1; at > MOST - TAIL; i--) {
            char c = name.charAt(i);
            int bytes = bytesOf(c);
            for (int part = bytes - 1; part >= 0 && at > MOST - TAIL; part--) {
                into[--at] = part(c, bytes, part);
            }
        }
    }

    private static int bytesOf(char c) {
        if (c != 0 && c < 0x80) {
            return 1;
        }
        return c < 0x800 ? 2 : LONGEST_CHARACTER;
    }

    /** Returns one byte of an encoded character. Every byte but the first holds six bits of the character. */
    private static byte part(char c, int bytes, int part) {
        int shifted = c >> (6 * (bytes - 1 - part));
        if (part > 0) {
            return (byte) (0x80 | (shifted & 0x3f));
        }
        if (bytes == 1) {
            return (byte) c;
        }
        return (byte) (bytes == 2 ? 0xc0 | shifted : 0xe0 | shifted);
    }

    /**
     * Returns the form that the running JDK uses. Determined once, by a thread that names itself.
     *
     * @return the form
     * @throws IllegalStateException if the JDK uses neither form, or does not show it (not Linux, no {@code /proc}); says why
     */
    public static NativeNames ofThisJdk() {
        if (Probe.FOUND == null) {
            throw new IllegalStateException(Probe.WHY);
        }
        return Probe.FOUND;
    }

    private static final class Probe implements Runnable {
        private static final String NAME = "slipstream-naming-probe";

        static final NativeNames FOUND;
        static final String WHY;

        private String shown;
        private String why;

        static {
            Probe probe = new Probe();
            Daemon.runToEnd("slipstream-probe", probe);
            NativeNames found = null;
            for (NativeNames form : values()) {
                if (new String(form.bytes(NAME), StandardCharsets.US_ASCII).equals(probe.shown)) {
                    found = form;
                }
            }
            FOUND = found;
            WHY = probe.why != null ? probe.why : "a thread that calls itself " + NAME + " is shown as " + probe.shown;
        }

        @Override
        public void run() {
            Thread.currentThread().setName(NAME);
            try {
                shown = new String(Comm.OF_LINUX.read(), StandardCharsets.ISO_8859_1);
            } catch (IOException | SecurityException | OutOfMemoryError e) {
                why = "the native name of a thread cannot be read: " + e;
            }
        }
    }
}
