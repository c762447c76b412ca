package dev.slipstream.diagnose;

import dev.slipstream.diagnose.detect.Detector;
import dev.slipstream.diagnose.detect.DiagnosisContext;
import dev.slipstream.diagnose.detect.Observation;
import dev.slipstream.diagnose.event.Event;
import dev.slipstream.diagnose.event.EventKind;
import dev.slipstream.diagnose.event.EventThread;
import dev.slipstream.diagnose.hang.ThreadLooks;
import dev.slipstream.diagnose.profile.Profile.SampleScale;
import dev.slipstream.diagnose.profile.Profile.Spans;
import dev.slipstream.diagnose.profile.RecordedSettings;
import dev.slipstream.diagnose.profile.ThreadCpuUsage;
import dev.slipstream.diagnose.profile.ThreadKey;
import dev.slipstream.diagnose.result.Carriers;
import dev.slipstream.diagnose.result.DiagnosedJvm;
import dev.slipstream.diagnose.result.Diagnosis;
import dev.slipstream.diagnose.result.Diagnosis.Moment;
import dev.slipstream.diagnose.result.Finding;
import dev.slipstream.diagnose.result.Finding.Verdict;
import dev.slipstream.diagnose.threads.ThreadDump;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Takes events of one JVM, and returns a diagnosis of those so far at any time. Not thread-safe. */
public final class Diagnostician {
    /** Length in seconds below which a diagnosis rests on few samples. */
    private static final double SHORT = 3;

    private final DiagnosedJvm.Builder vm;
    private final RecordedSettings settings = new RecordedSettings();
    private final ThreadCpuUsage loads = new ThreadCpuUsage();
    private final Spans spans = new Spans();
    private final ThreadLooks looks = new ThreadLooks();
    private final List<Detector> detectors = Detectors.all();
    private final Samples samples = new Samples(detectors, spans);
    private String notRecorded = "Not recorded.";
    private @Nullable Instant first;
    private @Nullable Instant last;
    private boolean recorded;
    private boolean agent;

    /**
     * Creates a diagnostician that has seen no events.
     *
     * @param jvm the JVM; unknown fields are taken from events
     */
    public Diagnostician(DiagnosedJvm jvm) {
        vm = new DiagnosedJvm.Builder(jvm);
    }

    /**
     * Takes the event types: once for each recording file or stream, before its events, and again if they change.
     *
     * @param types the event types
     */
    public void metadata(List<EventKind> types) {
        recorded = true;
        settings.metadata(types);
        detectors.forEach(detector -> detector.metadata(types));
        agent |= types.stream().anyMatch(type -> type.name().startsWith("dev.slipstream."));
    }

    /**
     * Takes something seen of a running JVM that no recording has.
     *
     * @param seen the observation, which adds to earlier ones of its class
     */
    public void observed(Observation seen) {
        detectors.forEach(detector -> detector.observed(seen));
        seen.processors().ifPresent(vm::allowed);
    }

    /**
     * Takes the stacks of a running JVM at one moment.
     *
     * @param dump the stacks, one dump of several at regular intervals
     */
    public void dumped(ThreadDump dump) {
        detectors.forEach(detector -> detector.dumped(dump));
    }

    /**
     * Takes what the threads of a running JVM were seen to do. A later call replaces it.
     *
     * @param seen the carriers, watched for some seconds
     */
    public void carriers(Carriers seen) {
        looks.watched(seen);
    }

    /**
     * Takes a span in which each file transfer was an event, which slows it down. Samples in that span do not count.
     *
     * @param from the beginning
     * @param to the end
     */
    public void burst(Instant from, Instant to) {
        samples.burst(from, to);
    }

    /**
     * Takes an event.
     *
     * @param event an event of any kind; events may be out of order within one period of the periodic events
     */
    public void accept(Event event) {
        settings.accept(event);
        switch (event.type()) {
            case DiagnosisContext.SAMPLE, DiagnosisContext.NATIVE, DiagnosisContext.CPU_SAMPLE -> {
                if (samples.add(event)) {
                    seenAt(event.start());
                }
            }
            case ThreadCpuUsage.EVENT -> load(event);
            case ThreadCpuUsage.START -> {
                loads.start(event);
                other(event);
            }
            case "jdk.CPULoad" -> {
                seenAt(event.start());
                double machine = event.fraction("machineTotal");
                // The first event has no predecessor to compare with, and is 0.
                if (machine > 0) {
                    spans.add(event.start(), span -> span.machine(machine));
                }
            }
            case "jdk.JVMInformation" -> {
                loads.jvm(event.instant("jvmStartTime"));
                other(event);
            }
            case ThreadDump.EVENT -> ThreadDump.of(event).ifPresent(dump -> {
                dumped(dump);
                looks.add(event.start(), dump);
            });
            default -> other(event);
        }
    }

    private void other(Event event) {
        vm.accept(event);
        detectors.forEach(detector -> detector.accept(event, spans));
    }

    private void seenAt(Instant when) {
        if (first == null || when.isBefore(first)) {
            first = when;
        }
        if (last == null || when.isAfter(last)) {
            last = when;
        }
    }

    private void load(Event event) {
        double seconds = loads.seconds(event, Duration.ofNanos(DiagnosisContext.period(settings, ThreadCpuUsage.EVENT)));
        EventThread thread = event.thread("eventThread");
        if (seconds == 0 || thread == null) {
            return;
        }
        ThreadKey key = ThreadKey.of(thread);
        if (!key.own()) {
            // The event covers the time before it.
            Instant middle = event.start().minusNanos((long) (seconds * 5e8));
            spans.add(middle, span -> span.of(key).load(event.fraction("user") * seconds, event.fraction("system") * seconds));
        }
    }

    /**
     * Returns the diagnosis of the events so far.
     *
     * @return the diagnosis; more events may follow
     */
    public Diagnosis diagnosis() {
        double seconds = first == null ? 0 : Duration.between(first, last).toNanos() / 1e9;
        DiagnosedJvm jvm = vm.jvm();
        SampleScale full =
                new SampleScale(samples.secondsInJava(settings), samples.secondsInNative(settings), Math.max(1e-3, seconds),
                        loads.seconds(), Math.max(1, jvm.processors()), 1, 0);
        SampleScale scale = full.with(spans.all().found(full), spans.all().besides(full, calling()));
        DiagnosisContext seen = new DiagnosisContext(jvm, vm.carriers(), settings, loads, looks, spans.all(), scale);
        List<Finding> findings = detectors.stream().map(detector -> finding(detector, seen)).toList();
        return new Diagnosis(jvm, first == null ? "" : first.truncatedTo(ChronoUnit.MILLIS).toString(), seconds,
                scale.loaded() > 0 ? spans.all().processors(scale) : null, findings, caveats(seconds, seen), moments(seen),
                seen.carriersSeen());
    }

    private Set<Object> calling() {
        Set<Object> threads = new HashSet<>();
        detectors.forEach(detector -> threads.addAll(detector.calling(spans.all(), loads)));
        return threads;
    }

    private Finding finding(Detector detector, DiagnosisContext seen) {
        if (!onlyWatched()) {
            return detector.finding(seen);
        }
        Finding finding = detector.needsRecording() ? null : detector.finding(seen);
        return finding == null || finding.verdict() == Verdict.UNKNOWN
                ? Detector.unknown(detector.remedy(), "", List.of(), notRecorded) : finding;
    }

    /**
     * As {@link #diagnosis}, for a JVM whose threads were watched, and which was not recorded.
     *
     * @param why why it was not recorded, as a sentence
     * @return the diagnosis
     */
    public Diagnosis notRecorded(String why) {
        notRecorded = why;
        return diagnosis();
    }

    /**
     * As {@link #diagnosis}, for a JVM that has run on this machine. If a cost is paid that depends on the machine, measures it
     * here: that of a rename, once, for four seconds.
     *
     * @param measures called before it measures
     * @return the diagnosis
     */
    public Diagnosis diagnosisHere(Runnable measures) {
        Diagnosis published = diagnosis();
        boolean measured = false;
        for (int i = 0; i < detectors.size(); i++) {
            measured |= published.findings().get(i).verdict() == Verdict.PAID && detectors.get(i).measure(measures);
        }
        return measured ? diagnosis() : published;
    }

    /** Returns whether the threads of a running JVM were watched, and nothing was recorded. */
    private boolean onlyWatched() {
        return !recorded && looks.areWatched();
    }

    private List<String> caveats(double seconds, DiagnosisContext seen) {
        List<String> caveats = new ArrayList<>();
        if (seconds < SHORT && !onlyWatched()) {
            caveats.add("The diagnosis was short: the true shares may be several times as large or small.");
        }
        if (seen.scale().loaded() == 0 && !onlyWatched()) {
            caveats.add("The processor time of each thread is unknown (event jdk.ThreadCPULoad); shares are of samples "
                    + "instead.");
        }
        if (agent) {
            caveats.add("Slipstream's agent is already in this JVM: the costs do not include what its remedies save."
                    + detectors.stream().map(detector -> detector.overstated(seen)).filter(why -> !why.isEmpty())
                            .map(" "::concat).collect(Collectors.joining()));
        }
        return caveats;
    }

    /** Returns the shares in each part of the time. The first and the last second are usually cut, and their shares would be wrong. */
    private List<Moment> moments(DiagnosisContext seen) {
        List<Moment> moments = new ArrayList<>();
        if (first == null) {
            return moments;
        }
        spans.parts().forEach((second, span) -> {
            Instant start = Instant.ofEpochSecond(second);
            if (start.isBefore(first) || start.plusSeconds(spans.seconds()).isAfter(last)) {
                return;
            }
            SampleScale scale = seen.scale().of(spans.seconds());
            Map<String, Double> shares = new HashMap<>();
            for (Detector detector : detectors) {
                double share = detector.share(seen, span, scale);
                if (!Double.isNaN(share)) {
                    shares.put(detector.remedy(), share);
                }
            }
            moments.add(new Moment(Duration.between(first, start).toNanos() / 1e9, shares));
        });
        return moments;
    }
}
