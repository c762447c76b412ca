package dev.slipstream.agent.rewrite;

import java.util.ArrayList;
import java.util.List;

/** The graft that the rewritten copies of {@link Adder} call. */
public final class Recorder {
    /** The calls. */
    static final List<String> CALLS = new ArrayList<>();

    /** The result of the next call. */
    static long token;

    private Recorder() {}

    static void clear(long nextToken) {
        CALLS.clear();
        token = nextToken;
    }

    public static void first() {
        CALLS.add("first");
    }

    public static long before(long a, double b, int c, Object d, float e) {
        CALLS.add("before " + a + " " + b + " " + c + " " + d + " " + e);
        return token;
    }

    public static long before(int times) {
        CALLS.add("before " + times);
        return token;
    }

    public static long before(Object what) {
        CALLS.add("before " + what);
        return token;
    }

    public static long before(CharSequence text, long times, StringBuilder to) {
        CALLS.add("before " + times);
        return token;
    }

    /** For a graft that is another loader's. */
    public static boolean answer(String call) {
        CALLS.add(call);
        return token != 0;
    }

    /** For a graft that is another loader's. */
    public static void call(String call) {
        CALLS.add(call);
    }

    public static int number() {
        return (int) token;
    }

    public static void after(long given) {
        CALLS.add("after " + given);
    }
}
