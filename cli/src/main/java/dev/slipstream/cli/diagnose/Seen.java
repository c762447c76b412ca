package dev.slipstream.cli.diagnose;

import java.time.Duration;

/**
 * All that detectors share.
 *
 * @param subject the JVM
 * @param carriers how many carriers its virtual threads have
 * @param settings what was recorded
 * @param loads the threads
 * @param profile where the time went, in all
 * @param scale of that profile
 */
record Seen(Subject subject, int carriers, RecordedSettings settings, Loads loads, Profile profile, Scale scale) {
    static final String SAMPLE = "jdk.ExecutionSample";
    static final String NATIVE = "jdk.NativeMethodSample";
    static final String CPU_SAMPLE = "jdk.CPUTimeSample";

    static final String PROCESSOR_TIME = "the processor time";

    private static final Duration USUAL = Duration.ofMillis(20);

    /** How often samples are taken, in nanoseconds. */
    static long period(RecordedSettings settings, String event) {
        return Math.max(1_000_000L, Math.min(settings.nanos(event, "period", USUAL.toNanos()), 60_000_000_000L));
    }

    /** Whether it is known where threads were while they ran Java. */
    boolean hasSamples() {
        return settings.has(SAMPLE) || settings.has(CPU_SAMPLE);
    }

    /** The same for native code. */
    boolean hasNative() {
        return settings.has(NATIVE) || settings.has(CPU_SAMPLE);
    }

    /** What applies a remedy to this JVM. */
    String command(String remedy) {
        return subject.pid() != null ? "./slipstream attach " + subject.pid() + " --remedies " + remedy
                : "java -javaagent:slipstream.jar=" + remedy + " -jar ...";
    }

    /** Seconds of a thread in one of the costs that samples show. */
    double seconds(ThreadUse use, int cost) {
        return use.costsInJava[cost] * scale.inJava() + use.costsInNative[cost] * scale.inNative();
    }
}
