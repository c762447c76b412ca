package dev.slipstream.cli.diagnose;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the flight recorder is told. Keys are as in a {@code .jfc} file, {@code jdk.ExecutionSample#period} with the value {@code
 * 20 ms}, say. A JDK without an event or a setting takes no notice of it.
 */
public final class RecordingSettings {
    /** Earlier releases have no throttle for these events, and jcmd warns of it. */
    private static final int THROTTLE_SINCE = 25;

    /** Each stops a thread for a moment. The sampler took 5 ms of a second like that, and 7 with a sample every 10 ms. */
    private static final String SAMPLES = "20 ms";

    /** The recorder's own default; whoever allocates waits while the stack is walked. */
    private static final String ALLOCATIONS = "150/s";

    private RecordingSettings() {
    }

    /**
     * What is in force during all of a diagnosis.
     *
     * @param feature the JDK's feature release
     * @return the settings; to be changed as one likes
     */
    public static Map<String, String> steady(int feature) {
        Map<String, String> settings = new LinkedHashMap<>();
        enable(settings, "jdk.ExecutionSample", "period", SAMPLES, "stackTrace", "true");
        enable(settings, "jdk.NativeMethodSample", "period", SAMPLES, "stackTrace", "true");
        enable(settings, Loads.EVENT, "period", "1 s");
        enable(settings, "jdk.CPULoad", "period", "1 s");
        enable(settings, Loads.START, "stackTrace", "false");
        enable(settings, TextDetector.EVENT, "throttle", ALLOCATIONS, "stackTrace", "true");
        if (feature >= PinningDetector.SINCE) {
            enable(settings, PinningDetector.PINNED, "threshold", "1 ms", "stackTrace", "true");
            enable(settings, Compensation.EVENT, "period", "1 s");
            enable(settings, PinningDetector.SUBMIT_FAILED, "stackTrace", "false");
            // Platform threads make this event as well, which may be many.
            enable(settings, PinningDetector.MONITOR, "threshold", "5 ms", "stackTrace", "true");
        }
        enable(settings, RecordedSettings.SETTING);
        for (String about : RecordedVm.EVENTS) {
            enable(settings, about, "period", "beginChunk");
        }
        return settings;
    }

    /**
     * What is in force for a tenth of a second at a time: each transfer of a file is an event, which slows them down.
     *
     * @param feature the JDK's feature release
     * @return the settings; to be changed as one likes
     */
    public static Map<String, String> burst(int feature) {
        Map<String, String> settings = new LinkedHashMap<>();
        for (String event : new String[] {RecordedSettings.READ, RecordedSettings.WRITE}) {
            enable(settings, event, "threshold", "0 ns", "stackTrace", "true");
            if (feature >= THROTTLE_SINCE) {
                settings.put(event + "#throttle", "off");
            }
        }
        return settings;
    }

    private static void enable(Map<String, String> settings, String event, String... more) {
        settings.put(event + "#enabled", "true");
        for (int i = 0; i < more.length; i += 2) {
            settings.put(event + "#" + more[i], more[i + 1]);
        }
    }
}
