package dev.slipstream.agent.retrofit;

import jdk.jfr.FlightRecorder;

/** JDK Flight Recorder, which is heavy: the agent joins it when somebody else has started it, and never starts it. */
final class Recorder {
    private Recorder() {
    }

    /** Whether this JVM has its module, so that classes that refer to it can be used. */
    static boolean exists() {
        return ModuleLayer.boot().findModule("jdk.jfr").isPresent();
    }

    /** Whether there is one to join. */
    static boolean runs() {
        return exists() && FlightRecorder.isInitialized();
    }
}
