package dev.slipstream.diagnose.profile;

import dev.slipstream.diagnose.event.EventThread;
import java.util.List;

/**
 * The identity of a thread: the JVM's id for it. All carriers share one identity with all virtual threads that they carry: the
 * flight recorder tells which virtual threads ran, but processor use only by carrier.
 *
 * @param id the id, or a word for all carriers
 * @param name its name; empty if it has none
 * @param own whether it is one of the JVM's own threads, whose work the application did not ask for
 */
public record ThreadKey(Object id, String name, boolean own) {
    private static final String CARRIERS = "carriers";
    private static final List<String> OWN = List.of("C1 CompilerThread", "C2 CompilerThread", "JVMCI CompilerThread", "JFR ",
            "Attach Listener", "Signal Dispatcher", "Service Thread", "Monitor Deflation Thread", "Sweeper thread",
            "Notification Thread", "slipstream-");

    public static ThreadKey of(EventThread thread) {
        String name = thread.javaName() == null ? String.valueOf(thread.osName()) : thread.javaName();
        if (thread.virtual() || thread.carrier()) {
            return new ThreadKey(CARRIERS, name, false);
        }
        return new ThreadKey(thread.id(), name, OWN.stream().anyMatch(name::startsWith));
    }

    /** Returns the name without digits, which threads of the same kind share. */
    String kind() {
        return name.replaceAll("\\d+", "#");
    }
}
