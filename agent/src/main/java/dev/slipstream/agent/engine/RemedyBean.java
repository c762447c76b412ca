package dev.slipstream.agent.engine;

import dev.slipstream.agent.plan.State;
import java.util.Locale;
import java.util.Map;

/** MXBean view of an installation. */
final class RemedyBean implements RemedyMXBean {
    private final Installation installation;

    RemedyBean(Installation installation) {
        this.installation = installation;
    }

    @Override
    public String getState() {
        return installation.state().name().toLowerCase(Locale.ROOT);
    }

    @Override
    public int getActive() {
        return installation.state() == State.ACTIVE ? 1 : 0;
    }

    @Override
    public String getReason() {
        return installation.reason();
    }

    @Override
    public long getActiveSince() {
        return installation.activeSince();
    }

    @Override
    public int getRewrittenAgain() {
        return installation.rewrittenAgain();
    }

    @Override
    public Map<String, String> getOptions() {
        return installation.options();
    }

    @Override
    public Map<String, Long> getCounters() {
        return installation.retrofit().counters();
    }

    @Override
    public Map<String, Long> getSites() {
        return installation.retrofit().sites();
    }
}
