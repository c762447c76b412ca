package dev.slipstream.diagnose.threads;

import dev.slipstream.diagnose.event.Frame;
import dev.slipstream.diagnose.threads.ThreadDump.DumpedThread;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Thread dumps for tests. */
public final class DumpTexts {
    private DumpTexts() {}

    /** Returns a JDK's dump of a program whose threads have names that look like something else. */
    public static String threads(int feature) throws IOException {
        return text("threads-" + feature + ".txt");
    }

    /** Returns a recorded dump or file. */
    public static String text(String name) throws IOException {
        try (InputStream in = DumpTexts.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Returns a recorded file of virtual threads. */
    public static ThreadFile file(String name) throws IOException {
        return ThreadFile.parse(new StringReader(text(name)));
    }

    /** Returns a dump of given threads. */
    public static ThreadDump dump(int unclear, DumpedThread... threads) {
        return new ThreadDump(List.of(threads), unclear);
    }

    /** Returns a thread with a stack. */
    public static DumpedThread running(long nativeId, List<Frame> stack) {
        return new DumpedThread("running", 5, nativeId, nativeId, Long.toHexString(nativeId), 0, "RUNNABLE", 0,
                stack.stream().map(frame -> new StackFrame(frame, false, List.of())).toList(), List.of());
    }

    /** Returns a thread that does nothing. */
    public static DumpedThread thread(String name, int priority, long nativeId) {
        return new DumpedThread(name, priority, nativeId, nativeId, Long.toHexString(nativeId), 0, "RUNNABLE", 0, List.of(),
                List.of());
    }
}
