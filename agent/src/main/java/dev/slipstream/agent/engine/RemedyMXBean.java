package dev.slipstream.agent.engine;

import java.util.Map;

/** Management interface of a remedy in this JVM: {@code dev.slipstream:type=Remedy,name=<remedy>}. */
public interface RemedyMXBean {
    /** Returns the state: {@code active}, {@code unneeded}, {@code declined}, {@code failed}, {@code lost} or {@code off}. */
    String getState();

    /** Returns 1 if the state is {@code active}, otherwise 0: for tools that read only numbers. */
    int getActive();

    /** Returns the reason for the state in prose; may be empty. */
    String getReason();

    /** Returns when it became active, in milliseconds since 1970; 0 if it is not active. Its counters started at 0 then. */
    long getActiveSince();

    /** Returns how often another agent undid its edits and the classes were rewritten again, since it became active. */
    int getRewrittenAgain();

    /** Returns the settings in force, including defaults, without the remedy's name; empty unless active. */
    Map<String, String> getOptions();

    /** Returns the counters since installation: counts, and times in milliseconds if the name ends in {@code Millis}. */
    Map<String, Long> getCounters();

    /** Returns the places in the application that incur the cost, at most twenty, with the number of samples. */
    Map<String, Long> getSites();
}
