package dev.slipstream.agent.rewrite;

/** Class whose methods are rewritten, in a copy: every kind of body that an edit must cope with. */
public class Adder {
    /** The calls of the methods. */
    public final StringBuilder log = new StringBuilder();

    /** The result of the last method. */
    public double result;

    /** Arguments of every size, and variables of its own behind them. */
    public void add(long a, double b, int c, Object d, float e) {
        double sum = a + b;
        int more = c + d.hashCode();
        result = sum + more + e;
        log.append("add ");
    }

    /** A frame stands at the body's first instruction. */
    public void loop(int times) {
        while (times > 0) {
            long square = (long) times * times;
            result += square;
            times--;
        }
    }

    /** Has handlers of its own, reuses its parameter, and returns in several places. */
    public void tries(Object what) {
        try {
            if (what == null) {
                return;
            }
            what = Integer.parseInt(what.toString());
            result = (Integer) what;
            if (result > 100) {
                throw new IllegalStateException("large");
            }
        } catch (NumberFormatException e) {
            String text = e.getMessage();
            log.append(text.isEmpty() ? "none " : "text ");
            return;
        } finally {
            log.append("finally ");
        }
        log.append("end ");
    }

    /** Without {@code this}. */
    public static void repeat(CharSequence text, long times, StringBuilder to) {
        synchronized (to) {
            for (long i = 0; i < times; i++) {
                to.append(text);
            }
        }
    }

    /** Synchronized by itself. */
    public void locks(boolean twice) {
        synchronized (this) {
            log.append("once ");
            if (!twice) {
                return;
            }
        }
        log.append("twice ");
    }

    /** Returns something. */
    public int number() {
        return 256;
    }

    /** Begins with a loop, and returns something. */
    public int halve(int number) {
        while (number % 2 == 0) {
            number /= 2;
        }
        return number;
    }

    /** The constant to find stands behind a text. */
    public int property() {
        int other = 256;
        String value = System.getProperty("no such property");
        return value == null ? 256 + other - 256 : Integer.parseInt(value);
    }

    /** As above, once. */
    public int once() {
        return System.getProperty("no such thing") == null ? 256 : 0;
    }

    /** The graft that rewritten copies of {@link Adder} ask; copied with it, since it knows its class. */
    public static final class Gate {
        private Gate() {}

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
}
