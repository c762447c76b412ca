package dev.slipstream.it.program.pinning;

import java.lang.reflect.Field;
import java.util.concurrent.ForkJoinPool;

/**
 * Shows the field in which the JDK's scheduler keeps its maximum of carriers, beside other values. For {@code Console}. Needs
 * {@code --add-opens} for {@code java.lang} and {@code java.util.concurrent}.
 */
public final class SpareWord {
    private SpareWord() {}

    /** Returns all bits of the field, in hexadecimal digits. */
    public static String show() throws ReflectiveOperationException {
        Field field = Class.forName("java.lang.VirtualThread").getDeclaredField("DEFAULT_SCHEDULER");
        field.setAccessible(true);
        Object scheduler = field.get(null);
        for (Field each : ForkJoinPool.class.getDeclaredFields()) {
            if (each.getType() == long.class && (each.getName().equals("bounds") || each.getName().equals("config"))) {
                each.setAccessible(true);
                return Long.toHexString(each.getLong(scheduler));
            }
        }
        throw new NoSuchFieldException("bounds, config");
    }
}
