package dev.slipstream.diagnose.threads;

import dev.slipstream.diagnose.event.Event;
import dev.slipstream.diagnose.event.Frame;
import dev.slipstream.diagnose.threads.StackFrame.LockUse;
import dev.slipstream.diagnose.threads.StackFrame.Use;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The platform threads in a thread dump, as printed by {@code jcmd PID Thread.print} of JDK 17 to 28, and as recorded in the event
 * {@value #EVENT}.
 *
 * <p>The text has no escapes: a thread's name is printed verbatim. It may contain quotes and line ends, and imitate other threads.
 * A name cannot know the addresses of the JVM's thread structures, which the dump lists before the first name. So an entry counts
 * as a thread only if it has one of these addresses. If two entries have the same address, neither counts.
 *
 * @param threads the threads in the order of the dump, including the JVM's own Java threads
 * @param unclear the number of further threads, for which there is more than one entry, or none
 */
public record ThreadDump(List<DumpedThread> threads, int unclear) {
    /** The event that records a dump. */
    public static final String EVENT = "jdk.ThreadDump";

    private static final Pattern ALL =
            Pattern.compile("(?md)^_java_thread_list=0x[0-9a-f]+, length=\\d+, elements=\\{([^}]*)\\}");

    private static final Pattern ADDRESS = Pattern.compile("0x([0-9a-f]+)");

    /**
     * The text after a name. The native thread id is hexadecimal up to JDK 18, and decimal later. JDK 21 and later print it in
     * brackets, too; a thread that carries a virtual one then has no {@code nid}. A thread that is only starting has neither.
     */
    private static final Pattern AFTER_NAME =
            Pattern.compile("\" #(\\d{1,18})(?: \\[(\\d{1,18})\\])?(?: daemon)? prio=(\\d{1,2}) "
                    // Bounded: a name may contain the beginning of such a text thousands of times.
                    + "(?:[^\"\\n]{0,40}?cpu=(\\d{1,15})\\.(\\d\\d)ms )?[^\"\\n]{0,200}?tid=0x([0-9a-f]{1,16})"
                    + "(?: nid=(0x[0-9a-f]{1,15}|\\d{1,18}))?(?= )");

    private static final Pattern BEFORE_NAME = Pattern.compile("(?md)^\"");
    private static final Pattern CARRYING = Pattern.compile("   Carrying virtual thread #(\\d{1,18})");
    private static final Pattern MOUNTED = Pattern.compile("   Mounted virtual thread #\\d+");
    private static final Pattern LOCK = Pattern.compile("\t- (locked|waiting to lock|waiting to re-lock in wait\\(\\)|waiting on"
            + "|parking to wait for ) ?<(0x[0-9a-f]+)> \\(an? ([^)]*)\\)");
    private static final String STATE = "   java.lang.Thread.State: ";
    private static final String AT = "\tat ";
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long NANOS_PER_HUNDREDTH = 10_000;

    /** Copies the list. */
    public ThreadDump {
        threads = List.copyOf(threads);
    }

    /**
     * A platform thread.
     *
     * @param name its name, which may contain any characters
     * @param priority its Java priority
     * @param javaId its number in Java
     * @param nativeId its operating system thread id, in the PID namespace of its process
     * @param address the address of its structure in the JVM, in hexadecimal; two threads never have the same at the same time
     * @param cpuNanos its processor time in nanoseconds, in steps of 10 microseconds; -1 if the dump does not tell
     * @param state its state, such as {@code BLOCKED}; empty if the dump does not tell, as of a thread that carries a virtual one
     * @param carried the number of the virtual thread that it carries; 0 if none
     * @param frames its own stack, the top frame first
     * @param mounted the stack of the virtual thread that it carries; empty before JDK 25
     */
    public record DumpedThread(String name, int priority, long javaId, long nativeId, String address, long cpuNanos, String state,
            long carried, List<StackFrame> frames, List<StackFrame> mounted) {
        /** Copies the lists. */
        public DumpedThread {
            frames = List.copyOf(frames);
            mounted = List.copyOf(mounted);
        }

        /** Returns its own stack, the top frame first. */
        public List<Frame> stack() {
            return frames.stream().map(StackFrame::frame).toList();
        }

        /** Returns whether its top frame is a native method. */
        public boolean isInNative() {
            return !frames.isEmpty() && frames.get(0).isNative();
        }
    }

    /** Returns the dump in an event; empty if it has none of a known format. */
    public static Optional<ThreadDump> of(Event event) {
        try {
            return Optional.of(parse(String.valueOf(event.text("result"))));
        } catch (IllegalArgumentException noDump) {
            return Optional.empty();
        }
    }

    /** Returns the threads that run and have a stack. */
    public List<DumpedThread> running() {
        return threads.stream().filter(thread -> thread.state.equals("RUNNABLE") && !thread.frames.isEmpty()).toList();
    }

    /**
     * Parses a dump. A dump that was cut is read as far as it goes.
     *
     * @param text the dump
     * @return the threads
     * @throws IllegalArgumentException if the text is no thread dump of a known format
     */
    public static ThreadDump parse(String text) {
        Matcher all = ALL.matcher(text);
        if (!all.find()) {
            throw new IllegalArgumentException("a thread dump without the list of all threads");
        }
        Set<String> addresses = new HashSet<>();
        Matcher address = ADDRESS.matcher(all.group(1));
        while (address.find()) {
            addresses.add(address.group(1));
        }
        int expected = addresses.size();
        Map<String, DumpedThread> found = new LinkedHashMap<>();
        Set<String> twice = new HashSet<>();
        Matcher name = BEFORE_NAME.matcher(text);
        Matcher after = AFTER_NAME.matcher(text);
        int from = all.end();
        while (after.find()) {
            String of = after.group(6);
            boolean hasNativeId = after.group(2) != null || after.group(7) != null;
            if (after.start() >= from && addresses.contains(of) && hasNativeId) {
                // No line of a stack begins with a quote, so the first such line after the last thread begins the name.
                String called = name.find(from) && name.end() <= after.start() ? text.substring(name.end(), after.start()) : "";
                from = endOfLine(text, after.end());
                if (found.put(of, thread(called, after, new Body(text, from))) != null) {
                    twice.add(of);
                }
            }
        }
        found.keySet().removeAll(twice);
        return new ThreadDump(new ArrayList<>(found.values()), expected - found.size());
    }

    private static DumpedThread thread(String name, Matcher head, Body body) {
        long cpu = head.group(4) == null ? -1
                : Long.parseLong(head.group(4)) * NANOS_PER_MILLI + Long.parseLong(head.group(5)) * NANOS_PER_HUNDREDTH;
        long nativeId = head.group(7) != null ? number(head.group(7)) : Long.parseLong(head.group(2));
        return new DumpedThread(name, Integer.parseInt(head.group(3)), Long.parseLong(head.group(1)), nativeId, head.group(6),
                cpu,
                body.state, body.carried, body.own, body.mounted);
    }

    private static int endOfLine(String text, int from) {
        int end = text.indexOf('\n', from);
        return end < 0 ? text.length() : end;
    }

    private static long number(String text) {
        return text.startsWith("0x") ? Long.parseLong(text.substring(2), 16) : Long.parseLong(text);
    }

    /** The lines after the one with a thread's name, up to an empty one. */
    private static final class Body {
        private final List<StackFrame> own = new ArrayList<>();
        private final List<StackFrame> mounted = new ArrayList<>();
        private String state = "";
        private long carried;

        Body(String text, int end) {
            List<StackFrame> stack = own;
            for (int from = end + 1; from < text.length();) {
                int until = endOfLine(text, from);
                String line = text.substring(from, until);
                if (line.isBlank() || line.startsWith("\"")) {
                    return;
                }
                Matcher carrying = CARRYING.matcher(line);
                if (carrying.matches()) {
                    carried = Long.parseLong(carrying.group(1));
                } else if (MOUNTED.matcher(line).matches()) {
                    stack = mounted;
                } else if (line.startsWith(STATE)) {
                    state = line.substring(STATE.length()).split(" ")[0];
                } else {
                    add(line, stack);
                }
                from = until + 1;
            }
        }

        private static void add(String line, List<StackFrame> stack) {
            StackFrame frame = line.startsWith(AT) ? StackFrame.parse(line.substring(AT.length())) : null;
            if (frame != null) {
                stack.add(frame);
                return;
            }
            Matcher lock = LOCK.matcher(line);
            if (lock.matches() && !stack.isEmpty()) {
                StackFrame top = stack.remove(stack.size() - 1);
                List<LockUse> locks = new ArrayList<>(top.locks());
                locks.add(new LockUse(use(lock.group(1)), lock.group(2), lock.group(3)));
                stack.add(new StackFrame(top.frame(), top.isNative(), locks));
            }
        }

        private static Use use(String words) {
            return switch (words) {
                case "locked" -> Use.LOCKED;
                case "waiting to lock" -> Use.ENTERS;
                case "parking to wait for " -> Use.PARKS;
                default -> Use.WAITS;
            };
        }
    }
}
