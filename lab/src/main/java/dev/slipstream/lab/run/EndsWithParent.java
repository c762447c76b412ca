package dev.slipstream.lab.run;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;

/**
 * Launcher of a program in a JVM that ends when the lab does, even if the lab is killed; a program that hangs would otherwise stay
 * for ever. The lab holds the other end of this JVM's standard input, which is closed when the lab ends.
 */
public final class EndsWithParent {
    private EndsWithParent() {}

    /**
     * Runs a program without arguments.
     *
     * @param args the program's main class
     * @throws Throwable if the program throws it
     */
    public static void main(String[] args) throws Throwable {
        Thread watch = new Thread(EndsWithParent::watch, "ends-with-parent");
        watch.setDaemon(true);
        watch.start();
        try {
            Class.forName(args[0]).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        } catch (InvocationTargetException thrown) {
            throw thrown.getCause();
        }
    }

    private static void watch() {
        try {
            while (System.in.read() >= 0) {
                // The lab never writes; only the end of the stream counts.
            }
        } catch (IOException gone) {
            // A failure means the same as the end of the stream.
        }
        Runtime.getRuntime().halt(1);
    }
}
