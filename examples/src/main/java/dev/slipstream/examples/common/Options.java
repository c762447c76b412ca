package dev.slipstream.examples.common;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** An example's options, each with a value behind it: {@code --seconds 5}. Whatever is wrong with them is wrong usage. */
public final class Options {
    private static final Path JAR = Path.of("target", "slipstream.jar");

    private final Map<String, String> values = new HashMap<>();

    /**
     * Reads options.
     *
     * @param known the names that there are, dashes included
     * @throws IllegalArgumentException if there is another one, or one without a value
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

    /** Whether there is an option of that name. */
    public boolean has(String name) {
        return values.containsKey(name);
    }

    /** A path, or else null. */
    public Path path(String name) {
        return has(name) ? Path.of(values.get(name)) : null;
    }

    /** A number. */
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

    /** {@code --jdk}, or else the one that runs this. */
    public Jdk jdk() {
        Jdk jdk = has("--jdk") ? new Jdk(path("--jdk")) : Jdk.here();
        require(jdk.java());
        return jdk;
    }

    /** {@code --agent}, where that is Slipstream's jar. */
    public Path jar() {
        return require(has("--agent") ? path("--agent") : JAR);
    }

    /** {@code --agent}, where that is Slipstream's jar with its options, or else the jar with these options. */
    public String agent(String otherwise) {
        String agent = values.getOrDefault("--agent", JAR + "=" + otherwise);
        require(Path.of(agent.replaceFirst("=.*", "")));
        return agent;
    }

    /**
     * A file that is needed.
     *
     * @throws IllegalArgumentException if it is not there
     */
    public static Path require(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException(file + " is not there");
        }
        return file;
    }
}
