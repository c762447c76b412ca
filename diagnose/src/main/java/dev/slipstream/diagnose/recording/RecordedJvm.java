package dev.slipstream.diagnose.recording;

import java.time.Instant;
import java.util.Optional;
import jdk.jfr.consumer.RecordedEvent;

/**
 * Which JVM a recording is of, by what its events say: the process id, the start time, and the host's name where the JVM's environment
 * has it, as in containers. Two JVMs in containers often have the same process id. Not thread-safe.
 */
public final class RecordedJvm {
    private static final String JVM = "jdk.JVMInformation";
    private static final String VARIABLE = "jdk.InitialEnvironmentVariable";
    private static final String HOST = "HOSTNAME";
    private static final int LONGEST = 200;

    private Long pid;
    private Instant start;
    private String host = "";

    /** Knows nothing yet. */
    public RecordedJvm() {}

    /**
     * Takes an event.
     *
     * @param event an event of the recording, of any kind
     */
    public void accept(RecordedEvent event) {
        switch (event.getEventType().getName()) {
            case JVM -> {
                // Not every JVM that writes this event is HotSpot.
                if (event.hasField("pid") && event.hasField("jvmStartTime")) {
                    pid = event.getLong("pid");
                    start = event.getInstant("jvmStartTime");
                }
            }
            case VARIABLE -> {
                if (HOST.equals(event.getString("key")) && event.getString("value") != null) {
                    String value = event.getString("value");
                    host = value.substring(0, Math.min(LONGEST, value.length()));
                }
            }
            default -> {}
        }
    }

    /** Returns whether all that identifies a JVM was found. */
    boolean isComplete() {
        return pid != null && !host.isEmpty();
    }

    /** {@return the process id and, if known, the host, such as {@code 4711@web-1}; empty if the recording does not say} */
    public String name() {
        return pid == null ? "" : host.isEmpty() ? pid.toString() : pid + "@" + host;
    }

    /** {@return when the JVM was started; empty if the recording does not say} */
    public Optional<Instant> start() {
        return Optional.ofNullable(start);
    }
}
