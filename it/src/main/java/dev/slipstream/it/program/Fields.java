package dev.slipstream.it.program;

import java.lang.reflect.Field;

/** Prints the names of the fields that a class declares. */
public final class Fields {
    private Fields() {}

    /**
     * Prints one name per line.
     *
     * @param args the class's name
     */
    public static void main(String[] args) throws ClassNotFoundException {
        for (Field field : Class.forName(args[0]).getDeclaredFields()) {
            System.out.println(field.getName());
        }
    }
}
