package dev.slipstream.agent.rewrite;

/** The graft that rewritten copies of {@link Adder} ask; copied with it, since it knows its class. */
public final class Gate {
    private Gate() {
    }

    public static boolean closed(Adder who, long a, double b, int c, Object d, float e) {
        return Recorder.answer("closed " + (who.result == 0) + " " + a + " " + b + " " + c + " " + d + " " + e);
    }

    public static boolean closed(Adder who, int times) {
        return Recorder.answer("closed " + (who.result == 0) + " " + times);
    }

    public static boolean closed(Adder who, Object what) {
        return Recorder.answer("closed " + (who.result == 0) + " " + what);
    }

    public static boolean closed(CharSequence text, long times, StringBuilder to) {
        return Recorder.answer("closed " + text + " " + times + " " + to);
    }

    public static void tell(Adder who) {
        Recorder.call("tell " + who.log);
    }

    public static int number(Adder who) {
        Recorder.call("number " + who.log);
        return Recorder.answer("number") ? 7 : -7;
    }

    public static int count(Adder who, int number) {
        return Recorder.answer("count " + number) ? number : -1;
    }

    public static void last(Adder who) {
        Recorder.call("last " + who.log + Thread.holdsLock(who));
    }
}
