package dev.slipstream.it.program;

import dev.slipstream.pinning.CarrierKeeper;

/** Runs another program with the library's keeper. */
public final class WithKeeper {
    private WithKeeper() {
    }

    /** Runs the class that the argument names. */
    public static void main(String[] args) throws Exception {
        CarrierKeeper keeper = CarrierKeeper.start();
        Class.forName(args[0]).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        keeper.close();
    }
}
