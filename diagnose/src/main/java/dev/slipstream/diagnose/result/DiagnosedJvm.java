package dev.slipstream.diagnose.result;

import dev.slipstream.diagnose.event.Event;
import java.util.List;

/**
 * A JVM under diagnosis, running or recorded.
 *
 * @param name the user's name for it: its main class, a file's name, a command
 * @param pid its process id; null if there is only a recording
 * @param feature the JDK's feature release; 0 if unknown
 * @param vm the JDK's full version, such as {@code 21.0.8+9-LTS}; empty if unknown
 * @param processors the number of processors that it may use; 0 if unknown
 */
public record DiagnosedJvm(String name, Long pid, int feature, String vm, int processors) {
    /** Fills in the unknown fields of a JVM from its recording. */
    public static final class Builder {
        /** The events that describe a JVM. */
        public static final List<String> EVENTS =
                List.of("jdk.JVMInformation", "jdk.CPUInformation", "jdk.ContainerConfiguration",
                        "jdk.InitialSystemProperty");

        private final DiagnosedJvm given;
        private int feature;
        private String vm = "";
        private int processors;
        private int container;
        private int parallelism;
        private int allowed = Integer.MAX_VALUE;

        /**
         * Starts with what is known without the recording.
         *
         * @param given the JVM; what it says counts more than the recording
         */
        public Builder(DiagnosedJvm given) {
            this.given = given;
        }

        /**
         * Takes the number of processors that the process may use by its affinity.
         *
         * @param number the number, at least 1
         */
        public void allowed(int number) {
            allowed = number;
        }

        /**
         * Takes an event.
         *
         * @param event an event of the JVM, of any kind
         */
        public void accept(Event event) {
            switch (event.type()) {
                case "jdk.CPUInformation" -> processors = (int) event.number("hwThreads");
                case "jdk.ContainerConfiguration" ->
                    container = (int) Math.min(Integer.MAX_VALUE, event.number("effectiveCpuCount"));
                case "jdk.InitialSystemProperty" -> property(String.valueOf(event.text("key")),
                        String.valueOf(event.text("value")));
                default -> {}
            }
        }

        private void property(String key, String value) {
            switch (key) {
                case "java.vm.specification.version" -> feature = number(value);
                case "java.vm.version" -> vm = value;
                case "jdk.virtualThreadScheduler.parallelism" -> parallelism = number(value);
                default -> {}
            }
        }

        /** Parses a number of at most six digits; 0 if it is none. */
        private static int number(String text) {
            return text.matches("\\d{1,6}") ? Integer.parseInt(text) : 0;
        }

        /** {@return the JVM, as far as known} */
        public DiagnosedJvm jvm() {
            return new DiagnosedJvm(given.name(), given.pid(), given.feature() == 0 ? feature : given.feature(),
                    given.vm().isEmpty() ? vm : given.vm(), processors());
        }

        private int processors() {
            if (given.processors() > 0) {
                return given.processors();
            }
            return Math.min(allowed, container > 0 ? Math.min(container, Math.max(1, processors)) : processors);
        }

        /** {@return the number of carriers; at least 1} */
        public int carriers() {
            return Math.max(1, parallelism > 0 ? parallelism : processors());
        }
    }
}
