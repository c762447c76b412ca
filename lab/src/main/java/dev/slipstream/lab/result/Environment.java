package dev.slipstream.lab.result;

import java.util.List;
import java.util.Map;

/**
 * Where a proof was run. What cannot be found out on an operating system is null.
 *
 * @param cpu the processor's name
 * @param cores how many processors the operating system gives us
 * @param memoryBytes how much memory the machine has
 * @param kernel the operating system and its release
 * @param architecture such as {@code amd64}
 * @param governor what steers the processor's frequency, such as {@code performance}
 * @param virtual the hypervisor or container that we know of, such as {@code docker}
 * @param container what the container allows
 * @param jdks the JDKs that were measured, in ascending order
 * @param variables the environment variables that JVMs listen to and that are set, such as {@code JAVA_TOOL_OPTIONS}
 * @param before the machine before the first fork
 * @param after the machine after the last
 * @param warnings why the measurements may not be trusted, each a sentence
 */
public record Environment(
        String cpu,
        int cores,
        Long memoryBytes,
        String kernel,
        String architecture,
        String governor,
        String virtual,
        Container container,
        List<Java> jdks,
        Map<String, String> variables,
        Load before,
        Load after,
        List<String> warnings) {
    /**
     * The limits of a control group.
     *
     * @param cpus processors' worth of time, null for no limit
     * @param memoryBytes null for no limit
     */
    public record Container(Double cpus, Long memoryBytes) {
    }

    /**
     * A JDK that was measured.
     *
     * @param feature its feature release
     * @param version its whole version
     * @param build its version with the build, such as {@code 21.0.8+9-LTS}; empty if it does not say
     * @param vendor who built it, empty if it does not say
     * @param home where it is
     * @param remedies what the agent makes of each remedy on it: a state of the agent, with its reason; empty if there is no
     *     agent
     */
    public record Java(
            int feature, String version, String build, String vendor, String home, Map<String, String> remedies) {
    }

    /**
     * What else the machine did.
     *
     * @param average the load average of the last minute
     * @param others how much of the processors' time other programs took, from 0 to 1: before, in a moment of waiting; after,
     *     in the whole run
     * @param stolen how much of it the hypervisor gave to other machines, from 0 to 1, likewise
     */
    public record Load(Double average, Double others, Double stolen) {
    }
}
