package dev.slipstream.agent.engine;

import java.util.Map;

/**
 * Management interface of a remedy in this JVM, {@code dev.slipstream:type=Remedy,name=<remedy>}; {@link RemedyBean#meaning} has what
 * each attribute tells.
 */
public interface RemedyMXBean {
    String getState();

    int getStateNumber();

    int getActive();

    String getReason();

    long getActiveSince();

    Map<String, String> getOptions();

    int getRewrittenAgain();

    Map<String, Long> getCounters();

    Map<String, Long> getSites();
}
