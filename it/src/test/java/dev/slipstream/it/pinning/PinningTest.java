package dev.slipstream.it.pinning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipstream.it.common.OnEveryJdk;
import dev.slipstream.it.common.OnStockOnly;
import dev.slipstream.it.common.Programs;
import dev.slipstream.it.common.Scratch;
import dev.slipstream.pinning.CarrierKeeper;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.Running;
import dev.slipstream.testkit.TestJdk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.io.TempDir;

/** Test of programs that hang if virtual threads pin their carriers, and of programs that must keep working. */
class PinningTest {
    private static final String[] ARGUMENTS = {
        "-Djdk.virtualThreadScheduler.parallelism=2", "-Djdk.reflect.useNativeAccessorOnly=true"
    };
    private static final String SCENARIOS = "dev.slipstream.lab.experiment.pinning.";
    private static final long LONG_ENOUGH_SECONDS = 10;

    private static final Pattern GENERATED = Pattern.compile("LambdaForm\\$|BoundMethodHandle\\$Species|\\$\\$Lambda");
    private static final int MOST_GENERATED = 12;
    private static final int TRIES = 3;

    private static void passes(TestJdk jdk, String program, String... more) throws Exception {
        Ended ended = Programs.on(jdk).with(ARGUMENTS).with(more).withAgent("quiet").run(program);
        assertThat(ended.out()).as("%s", ended).isEqualTo("PASS\n");
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.err()).as("%s", ended).isEmpty();
    }

    @OnEveryJdk(from = 21, core = "pinning")
    void aLockIsHandedOver(TestJdk jdk) throws Exception {
        passes(jdk, SCENARIOS + "LockHandOver");
    }

    @OnEveryJdk(from = 21)
    void aMonitorIsEntered(TestJdk jdk) throws Exception {
        passes(jdk, SCENARIOS + "MonitorEntry");
    }

    @OnEveryJdk(from = 21)
    void aThousandWaitForANotification(TestJdk jdk) throws Exception {
        passes(jdk, SCENARIOS + "MonitorWait");
    }

    @OnEveryJdk(from = 21)
    void parksWithALimitEndInTime(TestJdk jdk) throws Exception {
        passes(jdk, SCENARIOS + "TimedPark");
    }

    @OnEveryJdk(from = 21)
    void parksAreInterrupted(TestJdk jdk) throws Exception {
        passes(jdk, SCENARIOS + "InterruptedPark");
    }

    @OnEveryJdk(from = 21)
    void aClassInitialiserParks(TestJdk jdk) throws Exception {
        passes(jdk, SCENARIOS + "ClassInitialiser");
    }

    @OnEveryJdk(from = 21, core = "pinning")
    void aParkUnderANativeFrame(TestJdk jdk) throws Exception {
        passes(jdk, SCENARIOS + "NativeFrame");
    }

    @OnEveryJdk(from = 21)
    void monitorsKeepTheirMeaning(TestJdk jdk) throws Exception {
        passes(jdk, Programs.PACKAGE + "pinning.Monitors");
    }

    /**
     * Other threads may delay the end of the self-test's virtual thread. JDK 26 and later unmount a virtual thread that waits for a class
     * to be initialised, and resume it on a thread of the JDK, which must not end of it.
     */
    @OnEveryJdk(from = 26)
    void theSelfTestsThreadIsSlowToEnd(TestJdk jdk, @TempDir Path folder) throws Exception {
        Path patch = Scratch.slowToInitialise(jdk, "jdk/internal/event/VirtualThreadEndEvent", folder);
        passes(jdk, Programs.PACKAGE + "pinning.SlowEnd", "--patch-module=java.base=" + patch);
    }

    /** The JDK prints the stacks of threads that park while pinned. These do not; the self-test does. */
    @OnEveryJdk(from = 21, to = 23)
    void theSelfTestIsNotTraced(TestJdk jdk) throws Exception {
        passes(jdk, SCENARIOS + "MonitorEntry", "-Djdk.tracePinnedThreads=full");
    }

    /** Without this result, the tests above would show nothing. */
    @OnEveryJdk(from = 21, to = 23)
    void bothHangWithoutTheAgent(TestJdk jdk) throws Exception {
        try (Running one = Programs.on(jdk).with(ARGUMENTS).start(SCENARIOS + "LockHandOver");
                Running other = Programs.on(jdk).with(ARGUMENTS).start(SCENARIOS + "MonitorEntry")) {
            assertThat(one.endsWithin(LONG_ENOUGH_SECONDS)).isFalse();
            assertThat(other.endsWithin(0)).isFalse();
        }
    }

    @OnEveryJdk(from = 21, to = 23)
    void theLibrarysKeeperCuresBothWithoutTheAgent(TestJdk jdk) throws Exception {
        for (String program : new String[] {"LockHandOver", "MonitorEntry"}) {
            Ended ended = Programs.on(jdk).with(ARGUMENTS).with(CarrierKeeper.OPENS.split(" "))
                    .run(Programs.PACKAGE + "pinning.Carriers$WithKeeper", SCENARIOS + program);
            assertThat(ended.out()).as("%s", ended).isEqualTo("PASS\n");
        }
    }

    /** The JDK reports what a stand-in makes harmless as well: an event for each park, and on standard output each stack once. */
    @OnEveryJdk(from = 21)
    void theJdkReportsPinsThatCostNothing(TestJdk jdk, @TempDir Path folder) throws Exception {
        for (String options : new String[] {"none,quiet", "pinning,quiet"}) {
            Path recording = folder.resolve(options.replace(",quiet", ".jfr"));
            Ended ended = Programs.on(jdk).with(ARGUMENTS).with("-Xlog:jfr*=off", "-Djdk.tracePinnedThreads=short",
                    "-XX:StartFlightRecording=filename=" + recording + ",settings=none,"
                            + "+jdk.VirtualThreadPinned#enabled=true,+jdk.VirtualThreadPinned#threshold=0ms")
                    .withAgent(options).run(Programs.PACKAGE + "pinning.Carriers$Sleepers", "200", "5");
            assertThat(ended.exitCode()).as("%s", ended).isZero();
            assertThat(RecordingFile.readAllEvents(recording)).as(options).hasSizeGreaterThanOrEqualTo(200)
                    .allSatisfy(event -> assertThat(event.getEventType().getName()).isEqualTo("jdk.VirtualThreadPinned"));
            if (jdk.feature() < 24) {
                assertThat(ended.out()).as("%s", ended).contains("reason:NATIVE");
            }
        }
    }

    /** The graft stays in the JVM after a detach. The keeper, which has references to what is mounted, does not. */
    @OnEveryJdk(from = 21)
    void noVirtualThreadIsKeptAfterADetach(TestJdk jdk) throws Exception {
        try (Running jvm = Programs.on(jdk).with(ARGUMENTS).withAgent("pinning,quiet").start(Programs.CONSOLE)) {
            assertThat(jvm.ask("call pinning.Pinned once")).isEqualTo("ended");
            jvm.request("!detach");
            assertThat(jvm.ask("call pinning.Pinned isForgotten")).isEqualTo("true");
        }
    }

    /** The keeper looks for the field when the first virtual thread starts. */
    @OnEveryJdk(from = 21)
    @OnStockOnly("patches a class of the stock JDK")
    void aJdkWithAnotherField(TestJdk jdk, @TempDir Path folder) throws Exception {
        String patch = "--patch-module=java.base=" + Scratch.otherField(jdk, folder);
        try (Running jvm = Programs.on(jdk).with(patch, "-Djdk.reflect.useNativeAccessorOnly=true").withAgent("pinning,quiet")
                .start(Programs.CONSOLE)) {
            assertThat(jvm.ask("threads")).contains("slipstream-keeper");
            jvm.ask("call pinning.Pinned compensates");
            jvm.waitUntil("the failure", () -> jvm.err().contains("slipstream: pinning failed: "));
            assertThat(jvm.ask("call pinning.Pinned compensates")).isEqualTo("false");
            assertThat(jvm.ask("threads")).doesNotContain("slipstream-keeper");
            assertThat(jvm.err().lines()).as("%s", jvm.err()).singleElement().asString().contains("DEFAULT_SCHEDULER");
            assertThat(jvm.status().getProperty("dev.slipstream.pinning.state")).startsWith("failed: ");
        }
    }

    /** Method handles, lambdas and reflective calls make the JDK generate classes, beside an application that is just starting. */
    @OnEveryJdk(from = 21)
    void theFirstVirtualThreadGeneratesFewClasses(TestJdk jdk, @TempDir Path folder) throws Exception {
        long others = generated(jdk, folder.resolve("arenas.log"), "arenas,quiet", "false");
        // What the JDK generates depends on which waits last long: a few more in one JVM than in another. What the keeper makes it generate
        // is in each.
        long pinning = Long.MAX_VALUE;
        for (int i = 0; i < TRIES && pinning >= others + MOST_GENERATED; i++) {
            pinning = generated(jdk, folder.resolve("pinning.log"), "pinning,quiet", "true");
        }
        assertThat(pinning).isLessThan(others + MOST_GENERATED);
    }

    private static long generated(TestJdk jdk, Path log, String options, String compensates) throws Exception {
        try (Running jvm = Programs.on(jdk).with(ARGUMENTS).with("-Xlog:class+load:file=" + log).withAgent(options)
                .start(Programs.CONSOLE)) {
            // The keeper asks the management beans only if it sees a carrier at work, which depends on the load. So both JVMs have them.
            assertThat(jvm.ask("bean none")).isEqualTo("none");
            assertThat(jvm.ask("call pinning.Pinned processorNanos")).matches("[0-9]+");
            jvm.waitUntil("the self-test", () -> jvm.ask("call pinning.Pinned compensates").equals(compensates));
        }
        try (Stream<String> lines = Files.lines(log)) {
            return lines.filter(line -> GENERATED.matcher(line).find()).count();
        }
    }
}
