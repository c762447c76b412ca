package dev.slipstream.testkit;

import java.util.regex.Pattern;

/**
 * A refusal of this machine to a test: a namespace in a chroot, a control group to an ordinary user. Then the test asserts the
 * refusal, and {@code ./slipstream test} counts it.
 */
public final class Refusal {
    private static final Pattern REASON = Pattern.compile("Operation not permitted|Permission denied|Read-only file system"
            + "|No such file or directory|No space left on device|Device or resource busy");

    private Refusal() {}

    /**
     * Asserts that the system refuses something, and reports it.
     *
     * @param what what was refused, and the system's reason; its first line is reported
     * @throws AssertionError if that is no refusal, but another failure
     */
    public static void isTold(String what) {
        if (!REASON.matcher(what).find()) {
            throw new AssertionError("neither done nor refused: " + what);
        }
        report(what.lines().findFirst().orElseThrow());
    }

    /** Reports what is refused, after the test has asserted that by other means. */
    public static void report(String what) {
        // The report at the end of the tests looks for these words.
        System.out.println("refused here: " + what);
    }
}
