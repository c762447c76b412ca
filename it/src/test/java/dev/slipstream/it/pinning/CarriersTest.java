package dev.slipstream.it.pinning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.Programs;
import dev.slipstream.lab.machine.Processors;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Test of the number of carriers. */
class CarriersTest {
    private static final String CARRIERS = Programs.PACKAGE + "pinning.Carriers$";
    private static final String SLEEPERS = CARRIERS + "Sleepers";
    private static final String[] ARGUMENTS = {
        "-Djdk.virtualThreadScheduler.parallelism=2", "-Djdk.reflect.useNativeAccessorOnly=true"
    };
    private static final Pattern MOST = Pattern.compile("most (\\d+)\n");

    private static int most(Ended ended) {
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        Matcher most = MOST.matcher(ended.out());
        assertThat(most.find()).as("%s", ended).isTrue();
        return Integer.parseInt(most.group(1));
    }

    @OnEveryJdk(from = 21)
    void asManyAsPinnedThreadsNeed(TestJdk jdk) throws Exception {
        Ended ended = Programs.on(jdk).with(ARGUMENTS).withAgent("quiet").run(SLEEPERS, "400", "6000");
        assertThat(most(ended)).as("%s", ended).isBetween(300, 450);
        assertThat(ended.err()).isEmpty();
    }

    @OnEveryJdk(from = 21)
    void notMoreThanTheOptionAllowsAndItIsSaidOnce(TestJdk jdk) throws Exception {
        Ended ended = Programs.on(jdk).with(ARGUMENTS).withAgent("quiet,pinning.max-carriers=300").run(SLEEPERS, "1000", "1500");
        assertThat(most(ended)).as("%s", ended).isBetween(257, 300);
        assertThat(ended.err().lines()).as("%s", ended).containsExactly("slipstream: pinning is at its maximum of carriers,"
                + " virtual threads wait for one; pinning.max-carriers raises it");
    }

    @OnEveryJdk(from = 21)
    void notMoreThanTheUsersOwnPropertyAllows(TestJdk jdk) throws Exception {
        Ended ended = Programs.on(jdk).with(ARGUMENTS).with("-Djdk.virtualThreadScheduler.maxPoolSize=16")
                .withAgent("quiet").run(SLEEPERS, "100", "200");
        assertThat(most(ended)).as("%s", ended).isBetween(3, 16);
    }

    @OnEveryJdk(from = 21)
    void propertiesSetInMainStillCount(TestJdk jdk) throws Exception {
        Ended ended = Programs.on(jdk).withAgent("quiet").run(CARRIERS + "SetsParallelism");
        assertThat(ended.out()).as("%s", ended).isEqualTo("carriers 1\n");
    }

    /** The keeper sees a carrier between two threads more often than with one. */
    @OnEveryJdk(from = 21)
    void noneIsAddedForThreadsThatOnlyRun(TestJdk jdk) throws Exception {
        Ended ended = Programs.on(jdk).with("-Djdk.virtualThreadScheduler.parallelism=1").withAgent("quiet")
                .run(CARRIERS + "OneAtATime", "2000000");
        assertThat(ended.out()).as("%s", ended).isEqualTo("at most 1 at a time, on 1 carrier\n");
    }

    /** Two threads that take turns are often found mounted twice in a row; that is no reason to look every 5 ms instead of every 40. */
    @OnEveryJdk(from = 21)
    void aKeeperLooksCalmlyWhileThreadsTakeTurns(TestJdk jdk) throws Exception {
        Ended ended = Programs.on(jdk).with("-Djdk.virtualThreadScheduler.parallelism=1").withAgent("quiet")
                .run(CARRIERS + "Answers", "4");
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(Integer.parseInt(ended.out().strip().replace("looks ", ""))).as("%s", ended).isBetween(1, 40);
    }

    /** The touched part of a carrier's stack, and what the JVM has of a thread. The cap of carriers is 256 or more anywhere. */
    @OnEveryJdk(from = 21)
    void aPinnedThreadTakesTheMemoryOfACarrier(TestJdk jdk) throws Exception {
        Ended ended = Programs.on(jdk).with(ARGUMENTS).with("-Xms256m", "-Xmx256m", "-XX:+AlwaysPreTouch").withAgent("quiet")
                .run(CARRIERS + "Resident", "200");
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(Integer.parseInt(ended.out().strip().replace("kilobytes ", ""))).as("%s", ended).isBetween(10, 250);
    }

    /** Each gets another carrier within two looks, and while nothing runs, so do as many more: 2, 6, 14, 30 and so on. */
    @OnEveryJdk(from = 21)
    void nativeCallsOfLessThanASecondHoldUpNoOther(TestJdk jdk) throws Exception {
        Ended ended = Programs.on(jdk).with(ARGUMENTS).with("--enable-native-access=ALL-UNNAMED").withAgent("quiet")
                .run(CARRIERS + "Callers", "100", "900");
        assertThat(most(ended)).as("%s", ended).isGreaterThan(60);
        assertThat(ended.err()).isEmpty();
    }

    /** Its carriers get no processor for longer than a native call takes that is found by its time. */
    @Tag("long")
    @OnEveryJdk(from = 21)
    void noneIsAddedOnAStarvedMachine(TestJdk jdk) throws Exception {
        Ended ended = Programs.on(jdk).under("taskset", "-c", Processors.allowed().get(0).toString()).with(ARGUMENTS)
                .withAgent("quiet").run(CARRIERS + "Starved", "60", "3000");
        assertThat(most(ended)).as("%s", ended).isLessThanOrEqualTo(2);
    }

    /** The JDK keeps an idle worker for 30 seconds. All JDKs run at the same time, since the test mostly waits. */
    @Test
    void theyGoAwayAgain() throws Exception {
        List<Running> jvms = new ArrayList<>();
        for (TestJdk jdk : TestJdk.all()) {
            if (jdk.feature() >= 21) {
                jvms.add(Programs.on(jdk).with(ARGUMENTS).withAgent("quiet").start(SLEEPERS, "200", "3000", "8"));
            }
        }
        for (Running jvm : jvms) {
            Ended ended = jvm.end();
            assertThat(most(ended)).as("%s", ended).isGreaterThan(100);
            assertThat(ended.out()).as("%s", ended).endsWith("left at most 8\nPASS\n");
        }
    }

    /** After 35 seconds no JDK's pool has an idle worker left. All JDKs run at the same time, since the test mostly waits. */
    @Test
    void workThatComesLateFindsACarrier() throws Exception {
        List<Running> jvms = new ArrayList<>();
        for (TestJdk jdk : TestJdk.all()) {
            if (jdk.feature() >= 21) {
                jvms.add(Programs.on(jdk).with(ARGUMENTS).withAgent("quiet").start(CARRIERS + "LateWork", "500"));
                jvms.add(Programs.on(jdk).with(ARGUMENTS).withAgent("quiet").start(CARRIERS + "LateWork", "35000"));
            }
        }
        for (Running jvm : jvms) {
            Ended ended = jvm.end();
            assertThat(ended.out()).as("%s", ended).isEqualTo("PASS\n");
        }
    }

    /** Thread stacks of 128 MB under a limit of 12 GB allow a few dozen threads before the operating system refuses more. */
    @OnEveryJdk(from = 21)
    void noMoreThreadsToBeHad(TestJdk jdk) throws Exception {
        Ended ended = Programs.on(jdk).under("sh", "-c", "ulimit -v 12000000; exec \"$@\"", "sh")
                .with(ARGUMENTS).with("-Xmx256m", "-XX:ThreadStackSize=131072", "-XX:+UseSerialGC")
                .withAgent("quiet").run(SLEEPERS, "300", "100");
        assertThat(ended.out()).as("%s", ended).endsWith("PASS\n");
        assertThat(most(ended)).as("%s", ended).isBetween(3, 150);
    }
}
