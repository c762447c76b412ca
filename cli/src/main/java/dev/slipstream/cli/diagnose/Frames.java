package dev.slipstream.cli.diagnose;

import java.util.List;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;

/** What a recorded stack says. */
final class Frames {
    private static final List<String> JDK = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");

    private Frames() {
    }

    /** Of an event, the top first; none if it has no stack. */
    static List<RecordedFrame> of(RecordedEvent event) {
        RecordedStackTrace stack = event.getStackTrace();
        return stack == null ? List.of() : stack.getFrames();
    }

    /** The class of a frame; empty if that is unknown. */
    static String type(RecordedFrame frame) {
        RecordedMethod method = frame.getMethod();
        return method == null || method.getType() == null ? "" : method.getType().getName();
    }

    /** The method's name of a frame; empty if that is unknown. */
    static String method(RecordedFrame frame) {
        RecordedMethod method = frame.getMethod();
        return method == null ? "" : method.getName();
    }

    /** Whether a frame is of one of a class's methods. */
    static boolean is(RecordedFrame frame, String type, Set<String> methods) {
        return methods.contains(method(frame)) && type(frame).equals(type);
    }

    /** Whether a class is the JDK's, or made up by it at run time. */
    static boolean isOfJdk(String type) {
        // Hidden classes have a slash or an address behind a dot; nobody finds them in a source.
        return type.isEmpty() || type.indexOf('/') >= 0 || type.startsWith("0x") || type.contains(".0x") || isJdkPackage(type);
    }

    private static boolean isJdkPackage(String type) {
        for (String begin : JDK) {
            if (type.startsWith(begin)) {
                return true;
            }
        }
        return false;
    }

    /** The application's frame that is nearest to the top; null if there is none. */
    static RecordedFrame caller(List<RecordedFrame> frames) {
        for (RecordedFrame frame : frames) {
            if (!isOfJdk(type(frame))) {
                return frame;
            }
        }
        return null;
    }

    /** The application's method in which a stack begins, below which is nothing but the JDK's; empty if there is none. */
    static String beginning(List<RecordedFrame> frames) {
        for (int i = frames.size() - 1; i >= 0; i--) {
            if (!isOfJdk(type(frames.get(i)))) {
                return type(frames.get(i)) + "." + method(frames.get(i));
            }
        }
        return "";
    }
}
