package dev.slipstream.agent.engine;

import java.util.Map;

/** A remedy in this JVM, as management tools read it: {@code dev.slipstream:type=Remedy,name=<remedy>}. */
public interface RemedyMXBean {
    /** {@code active}, {@code unneeded}, {@code declined}, {@code failed}, {@code lost} or {@code off}. */
    String getState();

    /** 1 if the state is {@code active}, otherwise 0: for tools that read nothing but numbers. */
    int getActive();

    /** Why, for people; may be empty. */
    String getReason();

    /** When it became active, in milliseconds since 1970; 0 if it is not active. Its counters began with 0 then. */
    long getActiveSince();

    /** How often another agent has undone it, and its classes were rewritten again, since it became active. */
    int getRewrittenAgain();

    /** The settings in force, those that nobody set among them, without the remedy's name; empty unless active. */
    Map<String, String> getOptions();

    /** What it has done since it was installed: counts, and times in milliseconds where the name ends in Millis. */
    Map<String, Long> getCounters();

    /** The places in the application that pay the cost, at most twenty, with the number of samples. */
    Map<String, Long> getSites();
}
