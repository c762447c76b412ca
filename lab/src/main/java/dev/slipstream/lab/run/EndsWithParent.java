package dev.slipstream.lab.run;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;

/**
 * Runs a program in a JVM that ends when the lab does, even if that was killed: a program that hangs would stay for ever. The
 * lab holds the other end of its standard input, which ends with it.
 */
public final class EndsWithParent {
    private EndsWithParent() {
    }

    /**
     * Runs a program without arguments.
     *
     * @param args its main class
     * @throws Throwable whatever the program throws
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
                // Nobody writes; only the end counts.
            }
        } catch (IOException gone) {
            // The same as its end.
        }
        Runtime.getRuntime().halt(1);
    }
}
