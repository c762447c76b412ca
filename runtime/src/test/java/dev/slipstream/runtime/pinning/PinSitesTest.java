package dev.slipstream.runtime.pinning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.lang.Thread.State;
import org.junit.jupiter.api.Test;

class PinSitesTest {
    private static final StackTraceElement PARK = jdk("java.lang.VirtualThread", "parkOnCarrierThread", 1);
    private static final StackTraceElement POOL = app("Pool", "take", 20);
    private static final StackTraceElement HANDLER = app("Handler", "handle", 30);
    private static final StackTraceElement NATIVE =
            jdk("jdk.internal.reflect.DirectMethodHandleAccessor$NativeAccessor", "invoke0", -2);

    private static final StackTraceElement WAIT = jdk("java.lang.Object", "wait0", -2);
    private static final StackTraceElement UNSAFE = jdk("jdk.internal.misc.Unsafe", "park", -2);

    private final PinSites sites = new PinSites(true);

    private static StackTraceElement jdk(String type, String method, int line) {
        return new StackTraceElement(null, "java.base", "21", type, method, "Jdk.java", line);
    }

    private static StackTraceElement app(String type, String method, int line) {
        return new StackTraceElement("app", null, null, type, method, type + ".java", line);
    }

    private static StackTraceElement[] stack(StackTraceElement... frames) {
        return frames;
    }

    @Test
    void countsMostFrequentFirst() {
        sites.count(stack(PARK, POOL), State.WAITING);
        sites.count(stack(PARK, POOL), State.TIMED_WAITING);
        sites.count(stack(POOL), State.BLOCKED);
        assertThat(sites.top(20)).containsExactly(entry(POOL + " (monitor)", 2L), entry(POOL + " (monitor entry)", 1L));
        assertThat(sites.top(1)).containsExactly(entry(POOL + " (monitor)", 2L));
    }

    @Test
    void aThreadThatHasEndedHasNoSite() {
        sites.count(stack(), State.WAITING);
        assertThat(sites.top(20)).isEmpty();
    }

    private static String site(StackTraceElement... stack) {
        return site(true, State.WAITING, stack);
    }

    private static String site(boolean monitorsPin, State carrier, StackTraceElement... stack) {
        return PinSites.Site.of(stack, carrier, monitorsPin).map(PinSites.Site::toString).orElse("none");
    }

    private static String stuck(boolean enteringMonitor, StackTraceElement... stack) {
        return site(true, enteringMonitor ? State.BLOCKED : State.RUNNABLE, stack);
    }

    /** It runs, or has been unmounted. */
    @Test
    void aThreadThatHasMovedOnHasNoSite() {
        StackTraceElement unmounted = jdk("java.lang.VirtualThread", "park", 582);
        assertThat(site(POOL, HANDLER)).isEqualTo("none");
        assertThat(site(unmounted, POOL, HANDLER)).isEqualTo("none");
        assertThat(site(POOL, PARK, HANDLER)).isEqualTo("none");
        assertThat(site(app("Object", "wait0", -2), HANDLER)).isEqualTo("none");
    }

    @Test
    void aThreadThatWaitsForANotification() {
        assertThat(site(WAIT, jdk("java.lang.Object", "wait", 366), POOL)).isEqualTo(POOL + " (Object.wait)");
        assertThat(site(WAIT, POOL, NATIVE, HANDLER)).isEqualTo(HANDLER + " (native frame)");
    }

    /** A native frame below an upcall of the JVM, or of a method handle, is not in the stack. */
    @Test
    void whereMonitorsDoNotPinItIsANativeFrame() {
        for (State state : new State[] {State.WAITING, State.TIMED_WAITING}) {
            assertThat(site(false, state, PARK, POOL)).isEqualTo(POOL + " (native frame)");
            assertThat(site(false, state, WAIT, POOL)).isEqualTo(POOL + " (native frame)");
            assertThat(site(false, state, PARK, POOL, app("Config", "<clinit>", 5))).endsWith("(class initialiser)");
        }
    }

    /** Adding a carrier, the graft may wait on its way to the park. */
    @Test
    void framesAboveTheParkPinNothing() {
        assertThat(site(UNSAFE, NATIVE, PARK, POOL, HANDLER)).isEqualTo(POOL + " (monitor)");
    }

    @Test
    void aMonitorIsSoughtAtTheInnermostFrameOutsideTheJdk() {
        assertThat(site(PARK, POOL, HANDLER)).isEqualTo(POOL + " (monitor)");
    }

    @Test
    void aClassInitialiserPinsOnEveryJdk() {
        StackTraceElement initialiser = app("Config", "<clinit>", 5);
        assertThat(site(PARK, POOL, initialiser, HANDLER)).isEqualTo(initialiser + " (class initialiser)");
    }

    @Test
    void aNativeFrameIsNamedAfterItsCallerOutsideTheJdk() {
        assertThat(site(PARK, POOL, NATIVE, jdk("java.lang.reflect.Method", "invoke", 9), HANDLER))
                .isEqualTo(HANDLER + " (native frame)");
    }

    /** The park itself may end in a native method. */
    @Test
    void aNativeMethodOnTopPinsNothing() {
        assertThat(site(UNSAFE, PARK, POOL)).isEqualTo(POOL + " (monitor)");
    }

    @Test
    void aStackOfTheJdkAlone() {
        assertThat(site(PARK)).isEqualTo("none");
        assertThat(site()).isEqualTo("none");
        assertThat(site(PARK, NATIVE)).isEqualTo(NATIVE + " (native frame)");
    }

    @Test
    void aCarrierThatIsStuckItself() {
        assertThat(stuck(true, POOL, HANDLER)).isEqualTo(POOL + " (monitor entry)");
        assertThat(stuck(false, app("Library", "read", -2), HANDLER)).endsWith("(native frame)");
        assertThat(stuck(false, HANDLER)).isEqualTo(HANDLER + " (waits for a processor or a class)");
        assertThat(stuck(false)).isEqualTo("none");
    }
}
