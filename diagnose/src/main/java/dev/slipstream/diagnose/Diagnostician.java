package dev.slipstream.diagnose;

import dev.slipstream.diagnose.arenas.ArenasDetector;
import dev.slipstream.diagnose.buffering.BufferingDetector;
import dev.slipstream.diagnose.detect.Detector;
import dev.slipstream.diagnose.detect.DiagnosisContext;
import dev.slipstream.diagnose.event.Event;
import dev.slipstream.diagnose.event.EventKind;
import dev.slipstream.diagnose.event.EventThread;
import dev.slipstream.diagnose.naming.NamingDetector;
import dev.slipstream.diagnose.pinning.PinningDetector;
import dev.slipstream.diagnose.priority.IgnoredPriorities;
import dev.slipstream.diagnose.priority.PriorityDetector;
import dev.slipstream.diagnose.profile.Profile.SampleScale;
import dev.slipstream.diagnose.profile.RecordedSettings;
import dev.slipstream.diagnose.profile.Spans;
import dev.slipstream.diagnose.profile.ThreadCpuUsage;
import dev.slipstream.diagnose.profile.ThreadKey;
import dev.slipstream.diagnose.profile.ThreadUse;
import dev.slipstream.diagnose.result.Carriers;
import dev.slipstream.diagnose.result.DiagnosedJvm;
import dev.slipstream.diagnose.result.Diagnosis;
import dev.slipstream.diagnose.result.Diagnosis.Moment;
import dev.slipstream.diagnose.result.Finding;
import dev.slipstream.diagnose.result.Finding.Verdict;
import dev.slipstream.diagnose.text.TextDetector;
import dev.slipstream.diagnose.threads.ThreadDump;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Takes events of one JVM, and returns a diagnosis of those so far at any time. Not thread-safe. */
public final class Diagnostician {
    /** Length in seconds below which a diagnosis rests on few samples. */
    private static final double SHORT = 3;

    private final DiagnosedJvm.Builder vm;
    private final RecordedSettings settings = new RecordedSettings();
    private final ThreadCpuUsage loads = new ThreadCpuUsage();
    private final Spans spans = new Spans();
    private final BufferingDetector buffering = new BufferingDetector();
    private final PinningDetector pinning = new PinningDetector();
    private final PriorityDetector priority = new PriorityDetector();
    private final NamingDetector naming = new NamingDetector();
    private final ArenasDetector arenas = new ArenasDetector();
    private final List<Detector> detectors = List.of(pinning, naming, arenas, priority, buffering,
            new TextDetector());
    private final Samples samples = new Samples(detectors, spans);
    private String notRecorded = "Not recorded.";
    private Instant first;
    private Instant last;
    private boolean recorded;
    private boolean agent;

    /**
     * Creates a diagnostician that has seen no events.
     *
     * @param subject the JVM; unknown fields are taken from events
     */
    public Diagnostician(DiagnosedJvm subject) {
        vm = new DiagnosedJvm.Builder(subject);
    }

    /**
     * Takes the event types: once for each recording file or stream, before its events, and again if they change.
     *
     * @param types the event types
     */
    public void metadata(List<EventKind> types) {
        recorded = true;
        settings.metadata(types);
        buffering.metadata(types);
        pinning.metadata(types);
        agent |= types.stream().anyMatch(type -> type.name().startsWith("dev.slipstream."));
    }

    /**
     * Takes the threads of a running JVM whose priorities are ignored.
     *
     * @param found the threads found in one inspection
     */
    public void priorities(IgnoredPriorities found) {
        priority.found(found);
        found.times().ifPresent(times -> vm.allowed(times.processors().size()));
    }

    /**
     * Takes the stacks of a running JVM at one moment.
     *
     * @param dump the stacks, one dump of several at regular intervals
     */
    public void dumped(ThreadDump dump) {
        naming.dumped(dump);
        arenas.dumped(dump);
    }

    /**
     * Takes what the threads of a running JVM were seen to do. A later call replaces it.
     *
     * @param seen the carriers, watched for some seconds
     */
    public void carriers(Carriers seen) {
        pinning.watched(seen);
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
        settings.seen(event.type());
        switch (event.type()) {
            case DiagnosisContext.SAMPLE, DiagnosisContext.NATIVE, DiagnosisContext.CPU_SAMPLE -> {
                if (samples.add(event)) {
                    seenAt(event.start());
                }
            }
            case ThreadCpuUsage.EVENT -> load(event);
            case ThreadCpuUsage.START -> {
                loads.start(event);
                other(event, false);
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
                other(event, false);
            }
            case ThreadDump.EVENT -> ThreadDump.of(event).ifPresent(dump -> {
                dumped(dump);
                pinning.dumped(event.start(), dump);
            });
            case RecordedSettings.SETTING -> other(event, true);
            default -> other(event, false);
        }
    }

    private void other(Event event, boolean setting) {
        if (setting) {
            settings.add(event);
        }
        vm.accept(event);
        for (Detector detector : detectors) {
            detector.accept(event, spans);
        }
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
            spans.add(middle, span -> {
                ThreadUse use = span.of(key);
                use.user += event.fraction("user") * seconds;
                use.system += event.fraction("system") * seconds;
            });
        }
    }

    /**
     * Returns the diagnosis of the events so far.
     *
     * @return the diagnosis; more events may follow
     */
    public Diagnosis diagnosis() {
        double seconds = first == null ? 0 : Duration.between(first, last).toNanos() / 1e9;
        DiagnosedJvm subject = vm.jvm();
        SampleScale full = new SampleScale(samples.secondsInJava(settings), samples.secondsInNative(settings), Math.max(1e-3, seconds),
                loads.seconds(), Math.max(1, subject.processors()), 1, 0);
        SampleScale scale = full.with(spans.all().found(full), spans.all().besides(full, naming.renaming(spans.all(), loads)));
        DiagnosisContext seen = new DiagnosisContext(subject, vm.carriers(), settings, loads, spans.all(), scale);
        List<Finding> findings = new ArrayList<>();
        for (Detector detector : detectors) {
            Finding finding = onlyWatched() && detector != pinning ? null : detector.finding(seen);
            findings.add(finding == null || onlyWatched() && finding.verdict() == Verdict.UNKNOWN
                    ? Detector.unknown(detector.remedy(), "", List.of(), notRecorded) : finding);
        }
        return new Diagnosis(subject, first == null ? "" : first.truncatedTo(ChronoUnit.MILLIS).toString(), seconds,
                scale.loaded() > 0 ? spans.all().processors(scale) : null, findings, caveats(seconds, seen), moments(seen),
                pinning.carriers(seen));
    }

    /**
     * As {@link #diagnosis}, for a JVM whose threads were watched, and which was not recorded.
     *
     * @param why why it was not recorded, as a sentence
     * @return the diagnosis
     */
    public Diagnosis watched(String why) {
        notRecorded = why;
        return diagnosis();
    }

    /**
     * As {@link #diagnosis}, for a JVM that has run on this machine. If its threads rename themselves, measures the cost of a
     * rename here, once, for four seconds.
     *
     * @param measures called before it measures
     * @return the diagnosis
     */
    public Diagnosis diagnosisHere(Runnable measures) {
        Diagnosis published = diagnosis();
        if (published.findings().stream().noneMatch(each -> each.remedy().equals(naming.remedy())
                && each.verdict() == Verdict.PAID)) {
            return published;
        }
        naming.measure(measures);
        return diagnosis();
    }

    /** Returns whether the threads of a running JVM were watched, and nothing was recorded. */
    private boolean onlyWatched() {
        return !recorded && pinning.isWatched();
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
                    + (settings.has(PinningDetector.COMPENSATION) ? ""
                            : " No event " + PinningDetector.COMPENSATION + " was recorded: if pinning is active, its share includes what the remedy"
                            + " saves."));
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
