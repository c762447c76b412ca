package dev.slipstream.examples.common;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Options of an example, each followed by its value: {@code --seconds 5}. Any error in them is wrong usage. */
public final class Options {
    private static final Path JAR = Path.of("target", "slipstream.jar");

    private final Map<String, String> values = new HashMap<>();

    /**
     * Parses options.
     *
     * @param known the known names, with their dashes
     * @throws IllegalArgumentException if an option is unknown or has no value
     */
    public Options(String[] args, String... known) {
        for (int i = 0; i < args.length; i += 2) {
            if (i + 1 == args.length) {
                throw new IllegalArgumentException("no value for " + args[i]);
            }
            if (!Arrays.asList(known).contains(args[i])) {
                throw new IllegalArgumentException("unknown option " + args[i]);
            }
            values.put(args[i], args[i + 1]);
        }
    }

    /** Tells whether the option is present. */
    public boolean has(String name) {
        return values.containsKey(name);
    }

    /** Returns the value as a path, or null without the option. */
    public Path path(String name) {
        return has(name) ? Path.of(values.get(name)) : null;
    }

    /** Returns the value as a number, or {@code otherwise} without the option. */
    public int number(String name, int otherwise) {
        if (!has(name)) {
            return otherwise;
        }
        try {
            return Integer.parseInt(values.get(name));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " takes a number, not " + values.get(name), e);
        }
    }

    /** Returns the JDK of {@code --jdk}, or the JDK that runs this code. */
    public ExampleJdk jdk() {
        ExampleJdk jdk = has("--jdk") ? new ExampleJdk(path("--jdk")) : ExampleJdk.here();
        require(jdk.java());
        return jdk;
    }

    /** Returns the value of {@code --agent}, which is Slipstream's jar. */
    public Path jar() {
        return require(has("--agent") ? path("--agent") : JAR);
    }

    /** Returns the value of {@code --agent}, which is Slipstream's jar with options; without it, the jar with the given options. */
    public String agent(String otherwise) {
        String agent = values.getOrDefault("--agent", JAR + "=" + otherwise);
        require(Path.of(agent.replaceFirst("=.*", "")));
        return agent;
    }

    /**
     * Returns the file.
     *
     * @throws IllegalArgumentException if the file does not exist
     */
    public static Path require(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException(file + " is not there");
        }
        return file;
    }
}
