package dev.slipstream.diagnose.profile;

import dev.slipstream.diagnose.event.Frame;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The tops of stacks in a thread dump, as printed by {@code jcmd PID Thread.print} of JDK 17 to 28. A dump stops threads that are inside
 * the JVM as well, where the flight recorder takes no samples.
 *
 * <p>A thread's name is printed verbatim and may imitate other threads. A name cannot know the addresses of the JVM's thread
 * structures, which the dump lists before the first name; only stacks with one of these addresses count.
 *
 * @param byNativeId the top frames of platform threads that run, by operating system thread id; never empty lists
 */
public record DumpedStacks(Map<Long, List<Frame>> byNativeId) {
    private static final int DEEP = 8;

    private static final Pattern ALL =
            Pattern.compile("(?md)^_java_thread_list=0x[0-9a-f]+, length=\\d+, elements=\\{([^}]*)\\}");
    private static final Pattern ADDRESS = Pattern.compile("0x([0-9a-f]+)");
    private static final Pattern RUNNING = Pattern.compile("tid=0x([0-9a-f]+) nid=(0x[0-9a-f]{1,15}|\\d{1,18}) [^\\n]*\\n"
            + "   java\\.lang\\.Thread\\.State: RUNNABLE\\n((?:\\t[^\\n]*\\n)+)");
    private static final Pattern FRAME = Pattern.compile("\\tat (?:[^\\s(]*/)?([^\\s(/]+)\\.([^\\s(.]+)\\((?:[^)]*:(\\d{1,9}))?[^)]*\\)");

    /** The last line of a complete dump. */
    private static final String END = "\nJNI global ref";

    /** Copies the map. */
    public DumpedStacks {
        byNativeId = Map.copyOf(byNativeId);
    }

    /**
     * Parses a dump.
     *
     * @return the stacks; null if it is not complete, or none of a known format
     */
    public static DumpedStacks parse(String text) {
        Matcher all = ALL.matcher(text);
        if (!all.find() || !text.contains(END)) {
            return null;
        }
        Set<String> addresses = new HashSet<>();
        ADDRESS.matcher(all.group(1)).results().forEach(address -> addresses.add(address.group(1)));
        Map<Long, List<Frame>> stacks = new HashMap<>();
        Matcher running = RUNNING.matcher(text);
        for (int from = all.end(); running.find(from); from = running.end()) {
            List<Frame> frames = frames(running.group(3));
            if (addresses.remove(running.group(1)) && !frames.isEmpty()) {
                stacks.put(Long.decode(running.group(2)), frames);
            }
        }
        return new DumpedStacks(stacks);
    }

    private static List<Frame> frames(String lines) {
        List<Frame> frames = new ArrayList<>();
        Matcher frame = FRAME.matcher(lines);
        while (frames.size() < DEEP && frame.find()) {
            frames.add(new Frame(frame.group(1), frame.group(2), "", frame.group(3) == null ? -1 : Integer.parseInt(frame.group(3))));
        }
        return frames;
    }
}
