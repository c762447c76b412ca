package dev.slipstream.cli.diagnose.profile;

import java.util.List;
import jdk.jfr.consumer.RecordedEvent;

/** Properties of the recorded JVM, from the recording itself. Fills in unknown fields of the subject. */
public final class RecordedVm {
    public static final List<String> EVENTS = List.of("jdk.JVMInformation", "jdk.CPUInformation", "jdk.ContainerConfiguration",
            "jdk.InitialSystemProperty");

    private final DiagnosedJvm given;
    private int feature;
    private String vm = "";
    private int processors;
    private int container;
    private int parallelism;

    public RecordedVm(DiagnosedJvm given) {
        this.given = given;
    }

    /** Takes an event, of any kind. */
    public void accept(RecordedEvent event) {
        switch (event.getEventType().getName()) {
            case "jdk.CPUInformation" -> processors = event.getInt("hwThreads");
            case "jdk.ContainerConfiguration" ->
                container = (int) Math.min(Integer.MAX_VALUE, event.getLong("effectiveCpuCount"));
            case "jdk.InitialSystemProperty" -> property(String.valueOf(event.getString("key")),
                    String.valueOf(event.getString("value")));
            default -> { }
        }
    }

    private void property(String key, String value) {
        switch (key) {
            case "java.vm.specification.version" -> feature = number(value);
            case "java.vm.version" -> vm = value;
            case "jdk.virtualThreadScheduler.parallelism" -> parallelism = number(value);
            default -> { }
        }
    }

    /** Parses a number of at most six digits; 0 if it is none. */
    private static int number(String text) {
        return text.matches("\\d{1,6}") ? Integer.parseInt(text) : 0;
    }

    /** Returns the subject, as far as known. */
    public DiagnosedJvm subject() {
        return new DiagnosedJvm(given.name(), given.pid(), given.feature() == 0 ? feature : given.feature(),
                given.vm().isEmpty() ? vm : given.vm(), processors());
    }

    private int processors() {
        if (given.processors() > 0) {
            return given.processors();
        }
        return container > 0 ? Math.min(container, Math.max(1, processors)) : processors;
    }

    /** Returns the number of carriers; at least 1. */
    public int carriers() {
        return Math.max(1, parallelism > 0 ? parallelism : processors());
    }
}
