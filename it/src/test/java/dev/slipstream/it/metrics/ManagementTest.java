package dev.slipstream.it.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.Programs;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;

/** Test of the MXBean. It is there once the application asks for the platform's MBean server; the agent never asks first. */
class ManagementTest {
    private static final String ASKED = "-Djdk.reflect.useNativeAccessorOnly=true";

    @OnEveryJdk(from = 21)
    void showsWhatThePinningRemedyDoes(TestJdk jdk) throws Exception {
        try (Running jvm = Programs.on(jdk).with(ASKED).withAgent("quiet").start(Programs.CONSOLE)) {
            assertThat(jvm.ask("call pinning.Pinned compensates")).isEqualTo("true");
            Programs.awaitBeans(jvm);
            assertThat(jvm.ask("servers")).isEqualTo("0");
            assertThat(jvm.ask("bean pinning")).startsWith("active reason= counters={")
                    .containsPattern("parksCompensated=[1-9]").contains("carriersMost=", "atMaximumMillis=", " sites={");
            assertThat(jvm.ask("servers")).isEqualTo("1");
            jvm.request("!detach");
            assertThat(jvm.ask("bean pinning")).isEqualTo("none");
            assertThat(jvm.err()).contains("slipstream: detached").doesNotContain("Exception");
        }
    }

    @OnEveryJdk(from = 21)
    void namesThePlacesThatPin(TestJdk jdk) throws Exception {
        try (Running jvm = Programs.on(jdk).with(ASKED).withAgent("quiet").start(Programs.CONSOLE)) {
            Programs.awaitBeans(jvm);
            assertThat(jvm.ask("call pinning.Pinned load")).isEqualTo("started");
            Thread.sleep(2_000);
            assertThat(jvm.ask("bean pinning")).contains(Programs.PACKAGE + "pinning.Pinned", "(native frame)");
        }
    }

    /** Counts from before a remedy was taken back would look like work that it still does. */
    @OnEveryJdk(from = 21)
    void showsNoCountersOfARemedyThatIsOff(TestJdk jdk) throws Exception {
        try (Running jvm = Programs.on(jdk).with(ASKED).withAgent("quiet,pinning,naming").start(Programs.CONSOLE)) {
            assertThat(jvm.ask("call pinning.Pinned compensates")).isEqualTo("true");
            assertThat(jvm.ask("call pinning.Pinned load")).isEqualTo("started");
            Programs.awaitBeans(jvm);
            jvm.waitUntil("a site", () -> !jvm.ask("bean pinning").contains("sites={}"));
            assertThat(jvm.ask("bean pinning")).containsPattern("parksCompensated=[1-9]");
            jvm.request("quiet,naming");
            assertThat(jvm.ask("bean pinning")).isEqualTo("off reason= counters={} sites={}");
            assertThat(jvm.status().stringPropertyNames()).contains("dev.slipstream.pinning.state",
                    "dev.slipstream.naming.counter.renames").noneMatch(
                            key -> key.startsWith("dev.slipstream.pinning.counter.")
                                    || key.startsWith("dev.slipstream.pinning.site."));
        }
    }

    @OnEveryJdk
    void joinsAServerThatWasThereFirst(TestJdk jdk) throws Exception {
        try (Running jvm = Programs.on(jdk).with("-XX:+EnableDynamicAgentLoading").start(Programs.CONSOLE)) {
            assertThat(jvm.ask("bean pinning")).isEqualTo("none");
            jvm.request("quiet");
            assertThat(jvm.ask("bean pinning")).startsWith(jdk.hasVirtualThreads() ? "active" : "unneeded");
        }
    }

    /** The JDK returns null, not an empty array, as the arguments of such a JVM. */
    @OnEveryJdk
    void servesAJvmThatWasStartedWithoutOptions(TestJdk jdk) throws Exception {
        try (Running jvm = Programs.on(jdk).start(Programs.CONSOLE)) {
            assertThat(jvm.ask("threads")).isEmpty();
            jvm.request("quiet");
            assertThat(jvm.ask("bean naming")).startsWith("active");
            assertThat(jvm.err()).doesNotContain("slipstream:");
        }
    }
}
