package dev.slipstream.diagnose.hang;

import dev.slipstream.diagnose.event.Frame;
import dev.slipstream.diagnose.profile.Frames;
import dev.slipstream.diagnose.result.Carriers.Wait;
import dev.slipstream.diagnose.threads.StackFrame;
import dev.slipstream.diagnose.threads.ThreadDump.DumpedThread;
import dev.slipstream.diagnose.threads.ThreadFile.FileThread;
import dev.slipstream.diagnose.threads.ThreadLook;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The places where threads wait that hold no carrier. */
final class Waits {
    private static final int SHOWN = 5;

    /** The beginning of the names of the agent's threads. */
    private static final String OURS = "slipstream-";

    private static final String VIRTUAL = "java.lang.VirtualThread";

    private final Map<Wait, Integer> counts = new HashMap<>();

    /**
     * Collects the places.
     *
     * @param look the threads
     * @param without the virtual threads to leave out
     * @param carriers the carriers, which wait for work
     */
    Waits(ThreadLook look, Set<Long> without, List<DumpedThread> carriers) {
        Set<Long> counted = new HashSet<>(without);
        carriers.forEach(carrier -> counted.add(carrier.javaId()));
        for (DumpedThread thread : look.dump().threads()) {
            if (counted.add(thread.javaId()) && !thread.name().startsWith(OURS)) {
                add(thread.frames(), !thread.state().equals("RUNNABLE"));
            }
        }
        for (FileThread thread : look.file().map(file -> file.threads()).orElse(List.of())) {
            if (counted.add(thread.id()) && !thread.name().startsWith(OURS)) {
                add(thread.stack(), !thread.state().equals("RUNNABLE"));
            }
        }
    }

    /** Returns the places, those with most threads first. */
    List<Wait> places() {
        List<Wait> places = new ArrayList<>();
        counts.forEach((place, count) -> places.add(new Wait(place.method(), place.line(), place.what(), count, place.nested())));
        places.sort(Comparator.comparingInt(Wait::threads).reversed().thenComparing(Wait::method).thenComparingInt(Wait::line));
        return places.subList(0, Math.min(SHOWN, places.size()));
    }

    private void add(List<StackFrame> stack, boolean waiting) {
        if (!waiting || stack.isEmpty() || !isWaiting(stack.get(0))) {
            return;
        }
        List<Frame> frames = stack.stream().map(StackFrame::frame).toList();
        Frame caller = Frames.caller(frames);
        if (caller != null) {
            int at = frames.indexOf(caller);
            String what = at == 0 ? "a monitor" : simple(frames.get(at - 1));
            counts.merge(new Wait(caller.place(), caller.line(), what, 0, isNested(frames, at)), 1, Integer::sum);
        }
    }

    private static boolean isWaiting(StackFrame top) {
        return HoldReason.isPark(top) || HoldReason.waits(top) || top.is(VIRTUAL, "park", "parkNanos", "yieldContinuation")
                || top.locks().stream().anyMatch(lock -> lock.use() != StackFrame.Use.LOCKED);
    }

    private static String simple(Frame frame) {
        return frame.type().substring(frame.type().lastIndexOf('.') + 1) + "." + frame.method();
    }

    /** Returns whether the method at an index is also further down, with other classes in between: entered again, not recursive. */
    private static boolean isNested(List<Frame> frames, int at) {
        String method = frames.get(at).place();
        boolean others = false;
        for (Frame frame : frames.subList(at + 1, frames.size())) {
            if (frame.place().equals(method)) {
                return others;
            }
            others |= !Frames.isOfJdk(frame.type()) && !frame.type().equals(frames.get(at).type());
        }
        return false;
    }
}
