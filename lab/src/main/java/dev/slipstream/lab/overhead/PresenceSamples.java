package dev.slipstream.lab.overhead;

import dev.slipstream.agent.bake.Preview;
import dev.slipstream.agent.engine.Remedies;
import dev.slipstream.diagnose.result.Poisson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/**
 * Upper bound of what the Java code of the default remedies takes of an application, from a recording of {@code tools/presence}: the share
 * of the samples that have a rewritten method on the stack, with the Java code that it calls, and the share of Slipstream's threads in the
 * processor time of Java threads. It contains what the methods take without Slipstream, too. JDK Flight Recorder samples only threads that
 * run Java: no system call, nothing inside the JVM, and no collector. The bound does not contain what any agent costs either, nor what
 * other methods take that are compiled differently because of a rewritten one.
 */
public final class PresenceSamples {
    private static final double MOST = 0.01;
    private static final String OWN_THREADS = "slipstream-";
    private static final String OWN_CODE = "dev.slipstream.";
    private static final String EXAMPLES = "dev.slipstream.examples.";
    private static final String CUT_OFF = "(a stack that is not whole)";

    private final Set<String> rewritten;
    private final TreeMap<String, Integer> hits = new TreeMap<>();
    private long samples;
    private double ownTime;
    private double time;

    PresenceSamples(Set<String> rewritten) {
        this.rewritten = rewritten;
    }

    /**
     * Prints a line, separated by tabs: the words, the number of samples, how many have a rewritten method on the stack, Slipstream's
     * threads' share of the processor time in percent, the upper bound of both in percent, and whether that is at most 1 %; then a line for
     * each rewritten method seen.
     *
     * @param args words that begin the line, the home of the JDK, and the recording
     */
    public static void main(String[] args) throws IOException {
        int words = args.length - 2;
        Set<String> rewritten = Preview.of(Path.of(args[words]), Remedies.vocabulary().parse("")).values().stream()
                .flatMap(change -> change.methods().stream()).map(method -> method.substring(0, method.indexOf('(')))
                .collect(Collectors.toSet());
        PresenceSamples share = new PresenceSamples(rewritten);
        try (RecordingFile recording = new RecordingFile(Path.of(args[words + 1]))) {
            while (recording.hasMoreEvents()) {
                share.add(recording.readEvent());
            }
        }
        if (share.samples == 0 || share.time == 0) {
            throw new IllegalStateException("the recording has no samples");
        }
        System.out.println(String.join("\t", List.of(args).subList(0, words)) + "\t" + share.line());
        share.hits.forEach((method, count) -> System.err.println("presence: " + count + " samples in " + method));
    }

    private void add(RecordedEvent event) {
        switch (event.getEventType().getName()) {
            case "jdk.ExecutionSample" -> addSample(name(event.getThread("sampledThread")), event.getStackTrace());
            case "jdk.ThreadCPULoad" -> addTime(name(event.getThread("eventThread")),
                    event.getDouble("user") + event.getDouble("system"));
            default -> {}
        }
    }

    private void addSample(String thread, RecordedStackTrace stack) {
        add(thread, stack == null ? List.of() : stack.getFrames().stream().map(frame -> name(frame.getMethod())).toList(),
                stack != null && !stack.isTruncated());
    }

    private static String name(RecordedThread thread) {
        return thread == null ? "" : String.valueOf(thread.getJavaName());
    }

    private static String name(RecordedMethod method) {
        return method.getType().getName() + "." + method.getName();
    }

    /**
     * Adds a sample, unless it is of a thread of Slipstream, whose time counts.
     *
     * @param stack the methods on the stack, the one that ran first
     * @param isWhole whether these are all; if not, the sample counts as one with a rewritten method
     */
    void add(String thread, List<String> stack, boolean isWhole) {
        if (thread.startsWith(OWN_THREADS)) {
            return;
        }
        samples++;
        stack.stream().filter(this::isOurs).findFirst().or(() -> Optional.of(CUT_OFF).filter(unused -> !isWhole))
                .ifPresent(method -> hits.merge(method, 1, Integer::sum));
    }

    private boolean isOurs(String method) {
        return rewritten.contains(method) || (method.startsWith(OWN_CODE) && !method.startsWith(EXAMPLES));
    }

    /** Adds what a thread used of the processors, 1 for all of them, in one of several times of equal length. */
    void addTime(String thread, double load) {
        time += load;
        ownTime += thread.startsWith(OWN_THREADS) ? load : 0;
    }

    String line() {
        int seen = hits.values().stream().mapToInt(Integer::intValue).sum();
        double own = ownTime / time;
        double most = Poisson.most(seen) / samples + own;
        return String.format(Locale.ROOT, "%d\t%d\t%.3f\t%.2f\t%s", samples, seen, 100 * own, 100 * most,
                most <= MOST ? "holds" : "undecided");
    }
}
