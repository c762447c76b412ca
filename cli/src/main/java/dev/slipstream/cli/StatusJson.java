package dev.slipstream.cli;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A status as JSON.
 *
 * @param name the main class or jar that the JVM runs
 * @param pid the process id
 * @param jdk the version of its JDK; empty if unknown
 * @param active the names of the active remedies
 * @param remedies all remedies by name
 */
record StatusJson(String name, long pid, String jdk, List<String> active, Map<String, RemedyJson> remedies) {
    private static final Gson GSON = new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();

    /**
     * A remedy.
     *
     * @param state one word, such as {@code active}
     * @param reason the reason of the state; may be empty
     * @param since when it became active, in ISO 8601; absent unless it is
     * @param options the settings in force
     * @param counters the counters by name
     * @param sites places in the application that pay, with their samples
     */
    record RemedyJson(String state, String reason, String since, Map<String, String> options, Map<String, Long> counters,
            Map<String, Long> sites) {}

    /** Returns the JSON of a status, without a line end. */
    static String of(Status status) {
        Map<String, RemedyJson> remedies = new LinkedHashMap<>();
        for (String remedy : status.remedies()) {
            remedies.put(remedy, new RemedyJson(status.state(remedy), status.reason(remedy),
                    Optional.ofNullable(status.since(remedy)).map(Instant::toString).orElse(null),
                    status.options(remedy), status.counters(remedy), status.sites(remedy)));
        }
        return GSON.toJson(new StatusJson(status.name(), status.pid(), status.jdk(), status.active(), remedies));
    }
}
