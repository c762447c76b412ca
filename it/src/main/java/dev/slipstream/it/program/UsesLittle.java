package dev.slipstream.it.program;

import java.io.FileInputStream;
import java.util.concurrent.TimeUnit;

/**
 * Uses a little of everything, as a JVM does that pays none of the costs: many threads that are named once, some by themselves; a
 * priority that is the normal one; a file, whose stream the JDK's cleaner watches; and time in which an engine would start.
 */
public final class UsesLittle {
    private static final int THREADS = 50;
    private static final int BYTES = 500;
    private static final long MILLIS = 1_500;

    private UsesLittle() {}

    /** Runs the program. */
    public static void main(String[] args) throws Exception {
        try (FileInputStream file = new FileInputStream(System.getProperty("java.home") + "/lib/modules")) {
            for (int i = 0; i < BYTES; i++) {
                file.read();
            }
        }
        for (int i = 0; i < THREADS; i++) {
            String name = "named once " + i;
            Thread thread = new Thread() {
                @Override
                public void run() {
                    setName(name);
                }
            };
            thread.setName("new " + i);
            thread.setPriority(Thread.NORM_PRIORITY);
            thread.start();
            thread.join();
        }
        TimeUnit.MILLISECONDS.sleep(MILLIS);
        System.out.println("done");
    }
}
