package dev.slipstream.it.naming;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.Programs;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.util.Properties;

/** Test of the status of the naming remedy in each of its modes. */
class NamingStatusTest {
    private static final String STATE = "dev.slipstream.naming.state";
    private static final String COUNTER = "dev.slipstream.naming.counter.";

    @OnEveryJdk
    void tellsItsStatus(TestJdk jdk) throws Exception {
        try (Running jvm = Programs.on(jdk).withAgent("quiet,naming").start(Programs.CONSOLE)) {
            assertThat(jvm.ask("call naming.NameLoad load")).isEqualTo("started");
            assertThat(jvm.ask("call naming.NameLoad check")).isEqualTo("right");
            Properties status = jvm.status();
            assertThat(status.getProperty(STATE)).isEqualTo("active");
            assertThat(Long.parseLong(status.getProperty(COUNTER + "renames"))).isPositive();
            assertThat(Long.parseLong(status.getProperty(COUNTER + "same"))).isPositive();
            assertThat(status.getProperty(COUNTER + "files")).isEqualTo("4");
            assertThat(status.getProperty(COUNTER + "filesRefused")).isEqualTo("0");
            assertThat(status.getProperty(COUNTER + "slotsDropped")).isEqualTo("0");
            Programs.awaitBeans(jvm);
            assertThat(jvm.ask("bean naming")).startsWith("active reason= counters={files=4, filesRefused=0, published=");
            jvm.request("-naming,quiet");
            assertThat(jvm.status().getProperty(STATE)).isEqualTo("off");
            assertThat(jvm.ask("call naming.NameLoad check")).isEqualTo("right");
        }
    }

    @OnEveryJdk(from = 21)
    void countsInImmediateMode(TestJdk jdk) throws Exception {
        counts(jdk, "immediate", "active", "renames");
    }

    /** This mode needs neither a thread nor an open file. */
    @OnEveryJdk
    void countsWhatItSkips(TestJdk jdk) throws Exception {
        counts(jdk, "skip", "active (skips renames to the same name only)", "renames", "same");
    }

    private static void counts(TestJdk jdk, String mode, String state, String... counters) throws Exception {
        try (Running jvm = Programs.on(jdk).withAgent("quiet,naming,naming.mode=" + mode).start(Programs.CONSOLE)) {
            // An answer shows that the agent has started. An earlier status would cover only the remedies that are on by then.
            assertThat(jvm.ask("threads")).isNotNull();
            Properties before = jvm.status();
            assertThat(before).containsEntry(STATE, state).containsEntry(COUNTER + "slotsDropped", "0");
            for (String counter : counters) {
                assertThat(before).containsEntry(COUNTER + counter, "0");
            }
            assertThat(jvm.ask("call naming.NameLoad load")).isEqualTo("started");
            assertThat(jvm.ask("call naming.NameLoad check")).isEqualTo("right");
            Properties status = jvm.status();
            for (String counter : counters) {
                assertThat(Long.parseLong(status.getProperty(COUNTER + counter))).isPositive();
            }
            assertThat(status.getProperty(COUNTER + "slotsDropped")).isEqualTo("0");
            Programs.awaitBeans(jvm);
            assertThat(jvm.ask("threads")).isEmpty();
            assertThat(jvm.ask("call naming.NameLibrary files")).isEqualTo("0");
            jvm.request("!detach");
            assertThat(jvm.status().getProperty(STATE)).isEqualTo("off");
            assertThat(jvm.ask("call naming.NameLoad check")).isEqualTo("right");
        }
    }
}
