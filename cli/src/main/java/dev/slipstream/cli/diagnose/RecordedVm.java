package dev.slipstream.cli.diagnose;

import java.util.List;
import jdk.jfr.consumer.RecordedEvent;

/** Properties of the recorded JVM, from the recording itself. Fills in unknown fields of the subject. */
final class RecordedVm {
    static final List<String> EVENTS = List.of("jdk.JVMInformation", "jdk.CPUInformation", "jdk.ContainerConfiguration",
            "jdk.InitialSystemProperty");

    private final Subject given;
    private int feature;
    private String vm = "";
    private int processors;
    private int container;
    private int parallelism;

    RecordedVm(Subject given) {
        this.given = given;
    }

    /** Takes an event, of any kind. */
    void accept(RecordedEvent event) {
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
    Subject subject() {
        return new Subject(given.name(), given.pid(), given.feature() == 0 ? feature : given.feature(),
                given.vm().isEmpty() ? vm : given.vm(), processors());
    }

    private int processors() {
        if (given.processors() > 0) {
            return given.processors();
        }
        return container > 0 ? Math.min(container, Math.max(1, processors)) : processors;
    }

    /** Returns the number of carriers; at least 1. */
    int carriers() {
        return Math.max(1, parallelism > 0 ? parallelism : processors());
    }
}
