package dev.slipstream.it.program.text;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Builds texts, for {@code Console} and as a program, and reports the capacity of builders. */
public final class Builders {
    private static final int ROUNDS = 300_000;
    private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz";

    private static volatile int length = -1;
    private static volatile boolean wrong;
    private static Object sink;

    private Builders() {}

    /** Builds texts of a length for some milliseconds. Without arguments, prints {@link #others} and {@link #merged}. */
    public static void main(String[] args) throws InterruptedException {
        if (args.length == 0) {
            System.out.println(others());
            System.out.println(merged());
            return;
        }
        build(Integer.parseInt(args[0]));
        Thread.sleep(Long.parseLong(args[1]));
        System.out.println(capacity() + " " + right());
    }

    /** Returns the capacity of a new builder. */
    public static String capacity() {
        return Integer.toString(new StringBuilder().capacity());
    }

    /** Returns whether all texts were right so far. */
    public static String right() {
        return wrong ? "wrong" : "right";
    }

    /** Builds texts of 33 characters from now on. */
    public static String build33() {
        return build(33);
    }

    /** Builds texts of 7 characters from now on. */
    public static String build7() {
        return build(7);
    }

    /** Returns the capacities of the builders that the remedy must leave alone. */
    @SuppressWarnings("JdkObsolete")
    public static String others() {
        String joined = "a" + length + capacity().isEmpty() + 'x';
        return new StringBuilder(5).capacity() + " " + new StringBuilder(16).capacity() + " " + new StringBuilder("ab").capacity()
                + " " + new StringBuilder((CharSequence) "abc").capacity() + " " + new StringBuffer().capacity() + " "
                + new StringBuffer(5).capacity() + " " + joined;
    }

    private static String build(int of) {
        boolean first = length < 0;
        length = of;
        if (first) {
            Thread thread = new Thread(Builders::run);
            thread.setDaemon(true);
            thread.start();
        }
        return "building";
    }

    private static void run() {
        while (true) {
            int now = length;
            StringBuilder builder = new StringBuilder();
            for (int i = 0; i < now; i++) {
                builder.append(ALPHABET.charAt(i));
            }
            if (!ALPHABET.startsWith(builder.toString()) || builder.length() != now) {
                wrong = true;
            }
        }
    }

    /** Returns the bytes allocated for a chain of appends, which C2 merges into the string and its array, without a builder. */
    private static String merged() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long id = Thread.currentThread().getId();
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 10; round++) {
            long before = threads.getThreadAllocatedBytes(id);
            for (int i = 0; i < ROUNDS; i++) {
                sink = chain(ALPHABET, i);
            }
            least = Math.min(least, (threads.getThreadAllocatedBytes(id) - before) / ROUNDS);
        }
        return "merged " + least;
    }

    private static String chain(String beginning, int number) {
        return new StringBuilder().append(beginning).append(number).toString();
    }
}
