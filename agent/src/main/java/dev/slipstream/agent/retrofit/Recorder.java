package dev.slipstream.agent.retrofit;

import jdk.jfr.FlightRecorder;

/** Access to JDK Flight Recorder. The recorder is heavy: the agent joins it once other code has started it, and never starts it. */
final class Recorder {
    private Recorder() {
    }

    /** Tells whether this JVM has the recorder's module, so that classes that refer to it can be used. */
    static boolean exists() {
        return ModuleLayer.boot().findModule("jdk.jfr").isPresent();
    }

    /** Tells whether there is a running recorder to join. */
    static boolean runs() {
        return exists() && FlightRecorder.isInitialized();
    }
}
