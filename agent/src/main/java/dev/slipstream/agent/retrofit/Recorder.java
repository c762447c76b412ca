package dev.slipstream.agent.retrofit;

import jdk.jfr.FlightRecorder;

/** JDK Flight Recorder, which is heavy: the agent joins it when somebody else has started it, and never starts it. */
final class Recorder {
    private Recorder() {
    }

    /** Whether there is one to join. */
    static boolean runs() {
        return ModuleLayer.boot().findModule("jdk.jfr").isPresent() && FlightRecorder.isInitialized();
    }
}
