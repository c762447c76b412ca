package dev.slipstream.diagnose.priority;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The platform threads in a thread dump, as printed by {@code jcmd PID Thread.print} of JDK 17 to 28.
 *
 * <p>The text has no escapes: a thread's name is printed verbatim. It may contain quotes and line ends, and imitate other threads.
 * A name cannot know the addresses of the JVM's thread structures, which the dump lists before the first name. So an entry counts
 * as a thread only if it has one of these addresses. If two entries have the same address, neither counts.
 *
 * @param threads the threads in the order of the dump, including the JVM's own Java threads
 * @param unclear the number of further threads, for which there is more than one entry, or none
 */
record ThreadDump(List<DumpedThread> threads, int unclear) {
    private static final Pattern ALL =
            Pattern.compile("(?md)^_java_thread_list=0x[0-9a-f]+, length=\\d+, elements=\\{([^}]*)\\}");

    private static final Pattern ADDRESS = Pattern.compile("0x([0-9a-f]+)");

    /** The text after a name. The native thread id is hexadecimal up to JDK 18, and decimal later. */
    private static final Pattern AFTER_NAME = Pattern.compile("\" #\\d+(?: \\[\\d+\\])?(?: daemon)? prio=(\\d{1,2}) [^\"\\n]*?"
            + "tid=0x([0-9a-f]+) nid=(0x[0-9a-f]{1,15}|\\d{1,18}) ");

    private static final Pattern BEFORE_NAME = Pattern.compile("(?md)^\"");

    /** Copies the list. */
    ThreadDump {
        threads = List.copyOf(threads);
    }

    /**
     * A platform thread.
     *
     * @param name its name, which may contain any characters
     * @param priority its Java priority
     * @param nativeId its operating system thread id, in the PID namespace of its process
     */
    record DumpedThread(String name, int priority, long nativeId) {
    }

    /**
     * Parses a dump.
     *
     * @param text the dump
     * @return the threads
     * @throws IllegalArgumentException if the text is no thread dump of a known format
     */
    static ThreadDump parse(String text) {
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
            String of = after.group(2);
            if (after.start() >= from && addresses.contains(of)) {
                // No line of a stack begins with a quote, so the first such line after the last thread begins the name.
                String called = name.find(from) && name.end() <= after.start() ? text.substring(name.end(), after.start()) : "";
                if (found.put(of, new DumpedThread(called, Integer.parseInt(after.group(1)), number(after.group(3)))) != null) {
                    twice.add(of);
                }
                from = endOfLine(text, after.end());
            }
        }
        found.keySet().removeAll(twice);
        return new ThreadDump(new ArrayList<>(found.values()), expected - found.size());
    }

    private static int endOfLine(String text, int from) {
        int end = text.indexOf('\n', from);
        return end < 0 ? text.length() : end;
    }

    private static long number(String text) {
        return text.startsWith("0x") ? Long.parseLong(text.substring(2), 16) : Long.parseLong(text);
    }
}
