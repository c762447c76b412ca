package dev.slipstream.it.program;

import java.io.FileInputStream;
import java.lang.reflect.Method;

/** Program that mocks classes which remedies rewrite. Needs Mockito on the class path. For {@link Console}. */
public final class Mocks {
    private Mocks() {}

    /** Mocks a stream and a thread, for which Mockito's inline agent retransforms their classes. */
    public static String all() throws Exception {
        Method mock = Class.forName("org.mockito.Mockito").getMethod("mock", Class.class);
        FileInputStream stream = (FileInputStream) mock.invoke(null, FileInputStream.class);
        Thread thread = (Thread) mock.invoke(null, Thread.class);
        thread.setName("never set");
        thread.setPriority(Thread.MIN_PRIORITY);
        thread.start();
        return stream.read() + " " + thread.getName();
    }
}
