package dev.slipstream.diagnose.detect;

import dev.slipstream.diagnose.hang.ThreadLooks;
import dev.slipstream.diagnose.profile.Profile;
import dev.slipstream.diagnose.profile.Profile.SampleScale;
import dev.slipstream.diagnose.profile.RecordedSettings;
import dev.slipstream.diagnose.profile.ThreadCpuUsage;
import dev.slipstream.diagnose.profile.ThreadUse;
import dev.slipstream.diagnose.result.Carriers;
import dev.slipstream.diagnose.result.DiagnosedJvm;
import dev.slipstream.diagnose.result.Slipstream;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The data that detectors share.
 *
 * @param jvm the JVM
 * @param parallelism the number of carriers of virtual threads that the JDK keeps running
 * @param settings the settings of the recording
 * @param loads the processor use of the threads
 * @param looks the looks at the threads
 * @param profile the profile of the whole time
 * @param scale the scale of that profile
 */
public record DiagnosisContext(DiagnosedJvm jvm, int parallelism, RecordedSettings settings, ThreadCpuUsage loads,
        ThreadLooks looks, Profile profile, SampleScale scale) {
    public static final String SAMPLE = "jdk.ExecutionSample";
    public static final String NATIVE = "jdk.NativeMethodSample";
    public static final String CPU_SAMPLE = "jdk.CPUTimeSample";
    public static final String ALLOCATION = "jdk.ObjectAllocationSample";

    public static final String PROCESSOR_TIME = "the processor time";

    /** The whole of a share where the JVM did so little that its processor time tells less than one processor does. */
    public static final String PROCESSOR = "a processor";

    private static final Duration USUAL = Duration.ofMillis(20);

    /** Returns the sampling period in nanoseconds. */
    public static long period(RecordedSettings settings, String event) {
        return Math.max(1_000_000L, Math.min(settings.nanos(event, "period", USUAL.toNanos()), 60_000_000_000L));
    }

    /** Returns what the carriers were seen to do, if they were looked at. */
    public @Nullable Carriers carriersSeen() {
        return looks.carriers(jvm.feature(), parallelism);
    }

    /** Returns whether samples of threads running Java were recorded. */
    public boolean hasSamples() {
        return settings.has(SAMPLE) || settings.has(CPU_SAMPLE);
    }

    /** Returns whether samples of threads in native code were recorded. */
    public boolean hasNative() {
        return settings.has(NATIVE) || settings.has(CPU_SAMPLE);
    }

    /** Returns the command that applies a remedy to this JVM. */
    public String command(String remedy) {
        return jvm.pid() != null ? Slipstream.command("attach " + jvm.pid() + " --remedies " + remedy)
                : "java -javaagent:slipstream.jar=" + remedy + " -jar ...";
    }

    /** Returns the seconds that a thread's samples with a given cost stand for. */
    public double seconds(ThreadUse use, String cost) {
        return use.inJava(cost) * scale.inJava() + use.inNative(cost) * scale.inNative();
    }

    /**
     * Returns the number of samples that a cost would have if it took all processor time.
     *
     * @param secondsPerSample the seconds of a thread that such a sample stands for
     */
    public double samplesOfAll(double secondsPerSample) {
        return profile.processors(scale) * scale.found() * scale.seconds() / secondsPerSample;
    }
}
