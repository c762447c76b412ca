package dev.slipstream.diagnose.hang;

import dev.slipstream.diagnose.threads.StackFrame;
import java.util.List;
import java.util.Set;

/** Why a virtual thread that waits keeps its carrier, as far as its stack shows. */
enum HoldReason {
    CLASS_INITIALISER("class initialiser"),
    CLASS_LOADING("class loading"),
    OBJECT_WAIT("Object.wait"),
    PARK("park under a monitor"),
    NATIVE_FRAME("native frame"),
    MONITOR_ENTRY("monitor entry"),
    ANOTHERS_INITIALISER("class that another thread initialises"),
    ENTRY_OR_INITIALISER("monitor entry, or a class that another thread initialises");

    private static final String INITIALISER = "<clinit>";
    private static final String DOWNCALL = "jdk.internal.foreign.abi.";
    private static final String CONTINUATION = "jdk.internal.vm.Continuation";
    private static final Set<String> LOADING = Set.of("loadClass", "findClass", "loadClassOrNull", "defineClass");
    private static final String OBJECT = "java.lang.Object";
    private static final String UNSAFE = "jdk.internal.misc.Unsafe";

    private final String words;

    HoldReason(String words) {
        this.words = words;
    }

    /**
     * Returns the reason that a stack shows.
     *
     * @param stack the stack, the top frame first; not empty
     * @param state the state of the carrier or of the virtual thread; empty if unknown
     * @param initialising whether any thread runs a class initialiser
     */
    static HoldReason of(List<StackFrame> stack, String state, boolean initialising) {
        if (stack.stream().anyMatch(frame -> frame.frame().method().equals(INITIALISER))) {
            return CLASS_INITIALISER;
        }
        if (stack.stream().anyMatch(HoldReason::loads)) {
            return CLASS_LOADING;
        }
        StackFrame top = stack.get(0);
        boolean deeperNative = stack.stream().skip(1).anyMatch(HoldReason::isForeign);
        if (waits(top)) {
            return deeperNative ? NATIVE_FRAME : OBJECT_WAIT;
        }
        if (isPark(top)) {
            return deeperNative ? NATIVE_FRAME : PARK;
        }
        if (top.isNative() || deeperNative) {
            return NATIVE_FRAME;
        }
        boolean enters = top.locks().stream().anyMatch(lock -> lock.use() == StackFrame.Use.ENTERS);
        if (enters || state.equals("BLOCKED")) {
            return MONITOR_ENTRY;
        }
        // The JVM calls a thread runnable that waits for a class.
        return state.equals("RUNNABLE") ? ANOTHERS_INITIALISER : initialising ? ENTRY_OR_INITIALISER : MONITOR_ENTRY;
    }

    private static boolean loads(StackFrame frame) {
        return LOADING.contains(frame.frame().method()) || (frame.is("java.lang.Class", "forName0") && frame.isNative());
    }

    static boolean waits(StackFrame frame) {
        return frame.is(OBJECT, "wait", "wait0");
    }

    static boolean isPark(StackFrame frame) {
        return frame.is(UNSAFE, "park");
    }

    /** Returns whether it is a native method of the application's or the JDK's, or belongs to a downcall, which has no native frame. */
    private static boolean isForeign(StackFrame frame) {
        return frame.frame().type().startsWith(DOWNCALL)
                || (frame.isNative() && !frame.frame().type().equals(CONTINUATION) && !isPark(frame) && !waits(frame));
    }

    /** Returns whether the stack shows that the wait has a time limit. */
    static boolean isTimed(List<StackFrame> stack, String state) {
        if (state.equals("TIMED_WAITING")) {
            return true;
        }
        // Object.wait() calls wait(long); parkOnCarrierThread and its callers differ by name or not at all.
        boolean untimedWait = stack.size() > 2 && stack.get(0).is(OBJECT, "wait0") && stack.get(2).is(OBJECT, "wait");
        boolean timedWait = stack.size() > 1 && stack.get(0).is(OBJECT, "wait0") && !untimedWait;
        return timedWait || stack.stream().anyMatch(frame -> frame.is("java.lang.VirtualThread", "parkNanos", "sleepNanos")
                || frame.is("java.lang.Thread", "sleep", "sleepNanos"));
    }

    /** Returns the words for a reader. A monitor does not pin on JDK 24 and later. */
    String words(int feature) {
        return this == PARK && feature >= 24 ? "park while pinned" : words;
    }
}
