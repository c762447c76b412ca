package dev.slipstream.it.program;

import java.lang.reflect.Field;

/** Prints the names of a class's own fields. */
public final class Fields {
    private Fields() {
    }

    /**
     * Prints each in a line of its own.
     *
     * @param args the class's name
     */
    public static void main(String[] args) throws ClassNotFoundException {
        for (Field field : Class.forName(args[0]).getDeclaredFields()) {
            System.out.println(field.getName());
        }
    }
}
