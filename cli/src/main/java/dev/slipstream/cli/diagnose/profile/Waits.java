package dev.slipstream.cli.diagnose.profile;

import java.util.Set;
import jdk.jfr.consumer.RecordedFrame;

/** Native methods in which a thread waits for others and uses no processor. */
public final class Waits {
    private static final Set<String> TYPES = Set.of("sun.nio.ch.EPoll", "sun.nio.ch.Net", "sun.nio.fs.LinuxWatchService",
            "java.lang.ProcessHandleImpl", "sun.nio.ch.EPollArrayWrapper", "java.net.PlainSocketImpl",
            "sun.nio.ch.UnixDomainSockets");
    private static final Set<String> METHODS = Set.of("wait", "wait0", "poll", "accept", "accept0", "socketAccept", "epollWait",
            "waitForProcessExit0");

    private Waits() {
    }

    public static boolean in(RecordedFrame top) {
        return METHODS.contains(Frames.method(top)) && TYPES.contains(Frames.type(top));
    }
}
