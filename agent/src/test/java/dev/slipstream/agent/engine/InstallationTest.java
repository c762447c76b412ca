package dev.slipstream.agent.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.agent.plan.Grafts;
import dev.slipstream.agent.plan.JdkView;
import dev.slipstream.agent.plan.Plan;
import dev.slipstream.agent.plan.Remedy;
import dev.slipstream.agent.plan.Retrofit;
import dev.slipstream.agent.plan.Settings;
import dev.slipstream.agent.rewrite.NotThere;
import dev.slipstream.runtime.Options;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

/** Requests for a remedy that is not to be installed: nothing but its state changes. */
class InstallationTest {
    private static final Remedy REMEDY = new Remedy("tested", 17, true, List.of(), "", List.of());

    private RuntimeException failure;
    private int plans;

    private final Installation installation = new Installation(new Retrofit() {
        @Override
        public Remedy remedy() {
            return REMEDY;
        }

        @Override
        public Grafts grafts() {
            throw new AssertionError("has no grafts");
        }

        @Override
        public Plan plan(JdkView jdk, Settings settings) {
            plans++;
            if (failure != null) {
                throw failure;
            }
            return Plan.unneeded("this JDK has no cost");
        }
    }, null, null, new ReentrantLock());

    private String line() {
        int before = plans;
        assertThat(installation.begin(new RunningJdk(), new Settings(REMEDY, Options.parse("", List.of())))).isFalse();
        assertThat(plans).as("plans for one request").isEqualTo(before + 1);
        assertThat(installation.isPrepared()).isFalse();
        assertThat(installation.counters()).isEmpty();
        assertThat(installation.sites()).isEmpty();
        return installation.line();
    }

    @Test
    void saysWhy() {
        assertThat(line()).isEqualTo("tested unneeded (this JDK has no cost)");
        failure = new NotThere("class java.lang.Cost");
        assertThat(line()).isEqualTo("tested declined: not as expected on this JDK: class java.lang.Cost");
        failure = new IllegalArgumentException("tested.cost=none is no number");
        assertThat(line()).isEqualTo("tested declined: tested.cost=none is no number");
        failure = new IllegalStateException("unexpected");
        assertThat(line()).isEqualTo("tested failed: unexpected, undone");
        failure = null;
        assertThat(line()).isEqualTo("tested unneeded (this JDK has no cost)");
    }
}
