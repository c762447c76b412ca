package dev.slipstream.diagnose;

import dev.slipstream.diagnose.detect.Detector;
import dev.slipstream.diagnose.detect.DiagnosisContext;
import dev.slipstream.diagnose.event.Event;
import dev.slipstream.diagnose.event.EventThread;
import dev.slipstream.diagnose.event.Frame;
import dev.slipstream.diagnose.profile.Profile.Spans;
import dev.slipstream.diagnose.profile.RecordedSettings;
import dev.slipstream.diagnose.profile.SamplerVisits;
import dev.slipstream.diagnose.profile.ThreadKey;
import dev.slipstream.diagnose.profile.ThreadUse;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The flight recorder's samples of threads, and the time that a sample stands for. */
final class Samples {
    private static final int JAVA_AT_ONCE = 5;
    private static final int NATIVE_AT_ONCE = 1;

    /** Offset of the numbers of virtual threads; other threads have their operating system thread ids. */
    private static final long VIRTUAL = 1L << 40;

    /** Native methods in which a thread waits for others and uses no processor. */
    private static final Set<String> WAITING_TYPES = Set.of("sun.nio.ch.EPoll", "sun.nio.ch.Net", "sun.nio.fs.LinuxWatchService",
            "java.lang.ProcessHandleImpl", "sun.nio.ch.EPollArrayWrapper", "java.net.PlainSocketImpl",
            "sun.nio.ch.UnixDomainSockets");
    private static final Set<String> WAITING_METHODS =
            Set.of("wait", "wait0", "poll", "accept", "accept0", "socketAccept", "epollWait",
                    "waitForProcessExit0");

    private final SamplerVisits inJava = new SamplerVisits(JAVA_AT_ONCE);
    private final SamplerVisits inNative = new SamplerVisits(NATIVE_AT_ONCE);
    private final List<Instant[]> bursts = new ArrayList<>();
    private final List<Detector> detectors;
    private final Spans spans;

    /** Number of samples by processor time, and the seconds that they stand for in all. */
    private long processorSamples;
    private double processorPeriods;

    /**
     * Creates an instance without samples.
     *
     * @param detectors the detectors that classify samples
     * @param spans the spans to add to
     */
    Samples(List<Detector> detectors, Spans spans) {
        this.detectors = detectors;
        this.spans = spans;
    }

    /** Adds a span in which samples do not count. */
    void burst(Instant from, Instant to) {
        bursts.add(new Instant[] {from, to});
    }

    /**
     * Takes a sample of any kind. Samples by processor time, from JDK 25 on, see more than the others; once there are any, the
     * others do not count.
     *
     * @return whether the sample counts
     */
    boolean add(Event event) {
        String kind = event.type();
        boolean isNative = kind.equals(DiagnosisContext.NATIVE);
        EventThread thread;
        if (kind.equals(DiagnosisContext.CPU_SAMPLE)) {
            thread = event.thread();
            processorSamples++;
            processorPeriods += event.span("samplingPeriod").toNanos() / 1e9;
        } else {
            thread = processorSamples > 0 ? null : event.thread("sampledThread");
        }
        Instant when = event.start();
        if (thread == null || inBurst(when)) {
            return false;
        }
        long nanos = ChronoUnit.NANOS.between(Instant.EPOCH, when);
        long number = thread.virtual() ? VIRTUAL + thread.javaId() : thread.osId();
        (isNative ? inNative : inJava).add(nanos, number);
        ThreadKey key = ThreadKey.of(thread);
        if (!key.own()) {
            List<Frame> frames = event.stack();
            boolean waits = isNative && !frames.isEmpty() && waits(frames.get(0));
            String cost = waits || frames.isEmpty() ? null : cost(frames, isNative, key, nanos);
            spans.add(when, span -> {
                ThreadUse use = span.of(key);
                if (!waits) {
                    use.count(cost, isNative);
                }
            });
        }
        return true;
    }

    private @Nullable String cost(List<Frame> frames, boolean isNative, ThreadKey key, long nanos) {
        for (Detector detector : detectors) {
            String cost = detector.sample(frames, isNative, key, nanos);
            if (cost != null) {
                return cost;
            }
        }
        return null;
    }

    private static boolean waits(Frame top) {
        return WAITING_METHODS.contains(top.method()) && WAITING_TYPES.contains(top.type());
    }

    private boolean inBurst(Instant when) {
        for (Instant[] burst : bursts) {
            if (!when.isBefore(burst[0]) && when.isBefore(burst[1])) {
                return true;
            }
        }
        return false;
    }

    /** Returns the seconds that a sample of a thread running Java stands for. */
    double secondsInJava(RecordedSettings settings) {
        return processorSamples > 0 ? processorPeriods / processorSamples
                : inJava.secondsPerSample(DiagnosisContext.period(settings, DiagnosisContext.SAMPLE));
    }

    /** Returns the seconds that a sample of a thread in native code stands for. */
    double secondsInNative(RecordedSettings settings) {
        return inNative.secondsPerSample(DiagnosisContext.period(settings, DiagnosisContext.NATIVE));
    }
}
