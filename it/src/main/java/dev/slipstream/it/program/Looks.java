package dev.slipstream.it.program;

/** Looks up the classes that its arguments name, as any application code could, and prints those that it finds. */
public final class Looks {
    private Looks() {}

    /** Runs the program. */
    public static void main(String[] args) {
        for (String name : args) {
            find(name, Looks.class.getClassLoader());
            find(name, null);
            if (ClassLoader.getSystemResource(name.replace('.', '/') + ".class") != null) {
                System.out.println("resource " + name);
            }
        }
        System.out.println("looked");
    }

    private static void find(String name, ClassLoader loader) {
        try {
            System.out.println("class " + Class.forName(name, false, loader).getName());
        } catch (ClassNotFoundException hidden) {
            return;
        }
    }
}
