package dev.slipstream.it.program;

/** Renames a thread, and ends in a given way: {@code exit}, {@code halt}, {@code throw} or {@code end}. */
public final class Ends {
    private static final int CODE = 7;
    private static final int RENAMES = 100;

    private Ends() {}

    public static void main(String[] args) {
        for (int i = 0; i < RENAMES; i++) {
            Thread.currentThread().setName("main " + i);
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
        System.out.println(args[0]);
        switch (args[0]) {
            case "exit" -> System.exit(CODE);
            case "halt" -> Runtime.getRuntime().halt(CODE);
            case "throw" -> throw new IllegalStateException("an end");
            default -> {}
        }
    }
}
