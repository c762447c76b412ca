package dev.slipstream.diagnose.profile;

import java.util.List;
import jdk.jfr.consumer.RecordedThread;

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

    public static ThreadKey of(RecordedThread thread) {
        String name = thread.getJavaName() == null ? String.valueOf(thread.getOSName()) : thread.getJavaName();
        if (isVirtual(thread) || isCarrier(thread)) {
            return new ThreadKey(CARRIERS, name, false);
        }
        return new ThreadKey(thread.getId(), name, OWN.stream().anyMatch(name::startsWith));
    }

    public static boolean isVirtual(RecordedThread thread) {
        // RecordedThread.isVirtual came with JDK 21.
        return thread.hasField("virtual") && thread.getBoolean("virtual");
    }

    private static boolean isCarrier(RecordedThread thread) {
        return thread.getThreadGroup() != null && "CarrierThreads".equals(thread.getThreadGroup().getName());
    }

    /** Returns the name without digits, which threads of the same kind share. */
    String kind() {
        return name.replaceAll("\\d+", "#");
    }
}
