package dev.slipstream.lab.overhead;

import dev.slipstream.agent.bake.Preview;
import dev.slipstream.agent.engine.Remedies;
import dev.slipstream.diagnose.result.Poisson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;

/**
 * Upper bound of what the default remedies cost an application, from a recording of {@code tools/presence}: the share of the samples
 * that have a rewritten method on the stack, with whatever it calls, and the processor time of Slipstream's threads. It contains what
 * the methods cost without Slipstream, too. It does not contain what any agent costs, nor what other methods cost that are compiled
 * differently because of a rewritten one.
 */
public final class PresenceSamples {
    private static final double MOST = 0.01;
    private static final String OWN_THREADS = "slipstream-";
    private static final List<String> OWN_CODE = List.of("dev.slipstream.agent.", "dev.slipstream.runtime.");

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
        System.out.println(String.join("\t", List.of(args).subList(0, words)) + "\t" + share.line());
        share.hits.forEach((method, count) -> System.err.println("presence: " + count + " samples in " + method));
    }

    private void add(RecordedEvent event) {
        switch (event.getEventType().getName()) {
            case "jdk.ExecutionSample" -> addSample(event.getStackTrace());
            case "jdk.ThreadCPULoad" -> addTime(String.valueOf(event.getThread("eventThread").getJavaName()),
                    event.getDouble("user") + event.getDouble("system"));
            default -> {}
        }
    }

    private void addSample(RecordedStackTrace stack) {
        add(stack == null ? List.of() : stack.getFrames().stream().map(frame -> name(frame.getMethod())).toList());
    }

    private static String name(RecordedMethod method) {
        return method.getType().getName() + "." + method.getName();
    }

    /** Adds a sample with these methods on the stack, the one that ran first. */
    void add(List<String> stack) {
        samples++;
        stack.stream().filter(method -> rewritten.contains(method) || OWN_CODE.stream().anyMatch(method::startsWith)).findFirst()
                .ifPresent(method -> hits.merge(method, 1, Integer::sum));
    }

    /** Adds what a thread used of the processors, 1 for all of them, in one of several times of equal length. */
    void addTime(String thread, double load) {
        time += load;
        ownTime += thread.startsWith(OWN_THREADS) ? load : 0;
    }

    String line() {
        int seen = hits.values().stream().mapToInt(Integer::intValue).sum();
        if (samples == 0 || time == 0) {
            return "0\t0\t\t\tunknown: nothing was sampled";
        }
        double own = ownTime / time;
        double most = Poisson.most(seen) / samples + own;
        return String.format(Locale.ROOT, "%d\t%d\t%.3f\t%.2f\t%s", samples, seen, 100 * own, 100 * most,
                most <= MOST ? "holds" : "undecided");
    }
}
