package dev.slipstream.runtime.threads;

/** Options of the java command that open packages of the JDK to the library, as a module or on the class path. */
public final class Opens {
    private Opens() {}

    /** Returns {@code --add-opens=java.base/<package>=<where the library is>} for each package, separated by spaces. */
    public static String of(String... packages) {
        return of(Opens.class.getModule(), packages);
    }

    static String of(Module to, String... packages) {
        StringBuilder options = new StringBuilder();
        for (String each : packages) {
            options.append(options.length() == 0 ? "" : " ").append("--add-opens=java.base/").append(each).append('=')
                    .append(to.isNamed() ? to.getName() : "ALL-UNNAMED");
        }
        return options.toString();
    }
}
