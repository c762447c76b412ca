package dev.slipstream.cli.prove;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonParseException;
import dev.slipstream.results.jdk.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * The arguments and inputs of a proof, kept in its folder so that the proof can be resumed unchanged.
 *
 * @param arguments the command line
 * @param started the time of the start, as ISO 8601 in UTC
 * @param jdks the JDKs, each with its build and location
 * @param agent the digest of Slipstream's jars, empty if there are none
 */
record Order(List<String> arguments, String started, List<String> jdks, String agent) {
    private static final Gson GSON = new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();
    private static final String FILE = "order.json";

    /**
     * Creates the order of a proof with the current JDKs and agent.
     *
     * @param arguments the command line
     * @param started the time of the start, as ISO 8601 in UTC
     * @param jdks the JDKs that the proof runs
     * @param jars Slipstream's jars; none if there is no agent
     * @return the order
     * @throws IOException if a jar cannot be read
     */
    static Order of(List<String> arguments, String started, Collection<Jdk> jdks, List<Path> jars)
            throws IOException {
        List<String> names = jdks.stream()
                .map(jdk -> "JDK " + (jdk.build().isEmpty() ? jdk.version() : jdk.build()) + " in " + jdk.home())
                .toList();
        return new Order(List.copyOf(arguments), started, names, jars.isEmpty() ? "" : digest(jars));
    }

    /**
     * Returns why a proof begun with this order cannot be resumed with another.
     *
     * @param now the order as it would be now
     * @return the reason in a sentence; empty if the proof can be resumed
     */
    Optional<String> changed(Order now) {
        if (!jdks.equals(now.jdks)) {
            return Optional
                    .of("it was started with " + String.join(", ", jdks) + ", but now found are " + String.join(", ", now.jdks));
        }
        return agent.equals(now.agent) ? Optional.empty() : Optional.of("Slipstream has changed since it was started");
    }

    /**
     * Reads the order of a proof.
     *
     * @param folder the folder of its results
     * @return the order; empty if there is none, or none that can be read
     * @throws IOException if the folder cannot be read
     */
    static Optional<Order> in(Path folder) throws IOException {
        try {
            Order order = GSON.fromJson(Files.readString(folder.resolve(FILE)), Order.class);
            boolean whole = order != null && order.arguments != null && order.started != null && order.jdks != null
                    && order.agent != null;
            return whole ? Optional.of(order) : Optional.empty();
        } catch (NoSuchFileException | JsonParseException none) {
            return Optional.empty();
        }
    }

    /**
     * Writes the order into the folder of a proof.
     *
     * @param folder an existing folder
     * @throws IOException if the order cannot be written
     */
    void write(Path folder) throws IOException {
        Files.writeString(folder.resolve(FILE), GSON.toJson(this) + "\n");
    }

    private static String digest(List<Path> files) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (Path file : files) {
                digest.update(Files.readAllBytes(file));
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
