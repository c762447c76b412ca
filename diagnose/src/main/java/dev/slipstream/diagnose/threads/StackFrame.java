package dev.slipstream.diagnose.threads;

import dev.slipstream.diagnose.event.Frame;
import java.util.List;

/**
 * A frame of a stack in a thread dump.
 *
 * @param frame the class, the method and the line; the descriptor is unknown
 * @param isNative whether the method is native
 * @param locks the monitors and blockers that the dump names beside the frame, in its order; a text dump only
 */
public record StackFrame(Frame frame, boolean isNative, List<LockUse> locks) {
    private static final String NATIVE = "Native Method";

    /** Maximum length of a frame in characters; the names of a class and a method may have 65,535 each, but hardly ever do. */
    private static final int LONGEST = 8_192;

    /** Copies the list. */
    public StackFrame {
        locks = List.copyOf(locks);
    }

    /** The use that a thread makes of a monitor or a blocker. */
    public enum Use {
        /** It owns the monitor, or did before it began to wait on it. */
        LOCKED,
        /** It enters the monitor. */
        ENTERS,
        /** It waits in {@code Object.wait}. */
        WAITS,
        /** It is parked, and the object is its blocker. */
        PARKS
    }

    /**
     * A monitor or a blocker that a thread owns or waits for.
     *
     * @param use what the thread does with it
     * @param address its address at the time of the dump, in hexadecimal
     * @param type the name of its class
     */
    public record LockUse(Use use, String address, String type) {}

    /**
     * Parses a frame as {@link StackTraceElement} prints it, {@code java.base/java.lang.Thread.run(Thread.java:1474)}, or as a text
     * dump does, {@code java.lang.Thread.run(java.base@21.0.8/Thread.java:1474)}.
     *
     * @param text the text
     * @return the frame, without locks; null if the text is none
     */
    static StackFrame parse(String text) {
        if (text.length() > LONGEST) {
            return null;
        }
        int open = text.indexOf('(');
        int close = text.lastIndexOf(')');
        int dot = open < 0 ? -1 : text.lastIndexOf('.', open);
        if (dot <= 0 || close < open) {
            return null;
        }
        String source = text.substring(open + 1, close);
        int colon = source.lastIndexOf(':');
        String digits = colon < 0 ? "" : source.substring(colon + 1);
        int line = digits.matches("\\d{1,9}") ? Integer.parseInt(digits) : -1;
        return new StackFrame(new Frame(type(text.substring(0, dot)), text.substring(dot + 1, open), "", line),
                source.endsWith(NATIVE), List.of());
    }

    /** Removes the names of a class loader and a module. The name of a hidden class has a slash, too, before its address. */
    private static String type(String qualified) {
        int from = 0;
        int slash = qualified.indexOf('/');
        while (slash >= 0 && !qualified.startsWith("0x", slash + 1)) {
            from = slash + 1;
            slash = qualified.indexOf('/', from);
        }
        return qualified.substring(from);
    }

    /** Returns whether it is in one of the given methods of a class. */
    public boolean is(String type, String... methods) {
        return frame.type().equals(type) && List.of(methods).contains(frame.method());
    }
}
