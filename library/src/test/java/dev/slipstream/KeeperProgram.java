package dev.slipstream;

import dev.slipstream.naming.ThreadNames;
import dev.slipstream.pinning.CarrierKeeper;

/** Program that starts a keeper, and prints what it needs. Its package is not one of the library's module. */
public final class KeeperProgram {
    private KeeperProgram() {}

    public static void main(String[] arguments) {
        try {
            CarrierKeeper.start().close();
            System.out.println("started " + ThreadNames.mode());
        } catch (IllegalStateException | UnsupportedOperationException e) {
            System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
            System.out.println(ThreadNames.OPENS);
        }
    }
}
