package dev.slipstream.results.file;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Environment of a proof. A component is null if the operating system does not tell it.
 *
 * @param cpu the processor's name
 * @param cores the number of processors that this process may use
 * @param memoryBytes the memory of the machine
 * @param kernel the operating system and its release
 * @param architecture the architecture, such as {@code amd64}
 * @param governor the governor of the processor's frequency, such as {@code performance}
 * @param virtual the hypervisor or container that was detected, such as {@code docker}
 * @param container the limits of the container
 * @param jdks the JDKs that were measured, in ascending order
 * @param variables the environment variables that JVMs read and that are set, such as {@code JAVA_TOOL_OPTIONS}
 * @param before the load before the first fork
 * @param after the load after the last fork
 * @param warnings the reasons why the measurements may be unreliable, each a sentence
 */
public record Environment(
        String cpu,
        int cores,
        @Nullable Long memoryBytes,
        String kernel,
        String architecture,
        @Nullable String governor,
        @Nullable String virtual,
        @Nullable Container container,
        List<Java> jdks,
        Map<String, String> variables,
        @Nullable Load before,
        @Nullable Load after,
        List<String> warnings) {
    /**
     * Limits of a control group.
     *
     * @param cpus the processor time, in processors; null for no limit
     * @param memoryBytes the memory, null for no limit
     */
    public record Container(@Nullable Double cpus, @Nullable Long memoryBytes) {}

    /**
     * JDK that was measured.
     *
     * @param feature its feature release
     * @param version its full version
     * @param build its version with the build, such as {@code 21.0.8+9-LTS}; empty if the JDK does not state it
     * @param vendor its vendor, empty if the JDK does not state it
     * @param home its folder
     * @param remedies the agent's state of each remedy on it, with the reason; empty if there is no agent
     */
    public record Java(
            int feature, String version, String build, String vendor, String home, Map<String, String> remedies) {}

    /**
     * Other load of the machine. Its fractions cover a moment of waiting before the run, or the whole run after it.
     *
     * @param average the load average of the last minute
     * @param others the fraction of the processors' time that other programs took, from 0 to 1
     * @param stolen the fraction of the processors' time that the hypervisor gave to other machines, from 0 to 1
     */
    public record Load(@Nullable Double average, @Nullable Double others, @Nullable Double stolen) {}
}
