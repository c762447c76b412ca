package dev.slipstream.it.program.priority;

import dev.slipstream.it.program.common.Recorded;
import dev.slipstream.it.program.common.Turns;

/** Two threads that compute. One of them has a priority that has no effect. See {@link Recorded} for the arguments. */
public final class PaysPriority {
    private PaysPriority() {}

    /** Runs the program. */
    public static void main(String[] arguments) throws Exception {
        Turns low = new Turns("low", null, 0);
        low.setPriority(Thread.MIN_PRIORITY);
        Turns normal = new Turns("normal", null, 0);
        low.start();
        normal.start();
        Recorded.record(arguments, low::all, () -> low.all() + normal.all());
    }
}
