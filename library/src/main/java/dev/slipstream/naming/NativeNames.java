package dev.slipstream.naming;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * How a Java name becomes the name that Linux shows: in modified UTF-8 (surrogates one by one, NUL as {@code c0 80}), at most 15
 * bytes of it, cut between bytes and not between characters. Stateless.
 */
public enum NativeNames {
    /** The first 15 bytes: JDK 17 to 25. */
    FIRST_15,

    /** A name that is too long keeps its first 7 bytes and its last 6, with two dots between: JDK 26 and later. */
    MIDDLE;

    /** What an array for {@link #encode} must hold: the longest name and the NUL that C wants after it. */
    public static final int SIZE = 16;

    private static final int MOST = SIZE - 1;
    private static final int HEAD = 7;
    private static final int TAIL = 6;
    private static final int LONGEST_CHARACTER = 3;

    /** The native name, 0 to 15 bytes. */
    public byte[] bytes(String name) {
        byte[] into = new byte[SIZE];
        return Arrays.copyOf(into, encode(name, into));
    }

    /**
     * The native name, without allocation, in a time that does not grow with the length of the name.
     *
     * @param into at least {@link #SIZE} bytes; those after the name are zeros afterwards
     * @return how many bytes the name has, 0 to 15
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

    /** Backwards from the end: the name has more than 15 bytes, so these are there. */
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

    /** One of the bytes of a character: all but the first have six bits of it. */
    private static byte part(char c, int bytes, int part) {
        int shifted = c >> 6 * (bytes - 1 - part);
        if (part > 0) {
            return (byte) (0x80 | shifted & 0x3f);
        }
        if (bytes == 1) {
            return (byte) c;
        }
        return (byte) (bytes == 2 ? 0xc0 | shifted : 0xe0 | shifted);
    }

    /**
     * How the JDK that runs this does it, found out once, by a thread that gives itself a name.
     *
     * @throws IllegalStateException if it does neither, or does not tell: other systems than Linux, no {@code /proc}; says why
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
            probe.runToTheEnd();
            NativeNames found = null;
            for (NativeNames form : values()) {
                if (new String(form.bytes(NAME), StandardCharsets.US_ASCII).equals(probe.shown)) {
                    found = form;
                }
            }
            FOUND = found;
            WHY = probe.why != null ? probe.why : "a thread that calls itself " + NAME + " is shown as " + probe.shown;
        }

        private void runToTheEnd() {
            Thread thread = new Thread(null, this, "slipstream-probe", 0, false);
            thread.setDaemon(true);
            thread.start();
            boolean interrupted = false;
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void run() {
            Thread.currentThread().setName(NAME);
            try {
                shown = new String(Comm.OF_LINUX.read(), StandardCharsets.ISO_8859_1);
            } catch (IOException | SecurityException e) {
                why = "the native name of a thread cannot be read: " + e;
            }
        }
    }
}
