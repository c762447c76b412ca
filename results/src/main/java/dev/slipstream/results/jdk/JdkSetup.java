package dev.slipstream.results.jdk;

import dev.slipstream.results.jdk.Jdk.NoJdkException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Setup of missing JDKs by the checkout's script {@code tools/jdks}, which takes a folder and feature releases and prints the
 * homes.
 */
public final class JdkSetup {
    private final Path script;
    private final Path folder;
    private final PrintStream messages;

    /**
     * Creates a setup; does not run the script.
     *
     * @param script the script
     * @param folder the folder for the JDKs
     * @param messages the stream for messages to the user
     */
    public JdkSetup(Path script, Path folder, PrintStream messages) {
        this.script = script;
        this.folder = folder;
        this.messages = messages;
    }

    /**
     * Tells whether the script exists.
     *
     * @return false in an installation without a checkout
     */
    public boolean available() {
        return Files.isExecutable(script);
    }

    /**
     * Runs the script, which takes a while. A JDK that it cannot set up is missing from the result, with a message.
     *
     * @param features feature releases
     * @return the JDKs that it has set up
     * @throws InterruptedException if interrupted while the script runs; the script is stopped
     */
    public Map<Integer, Jdk> setUp(Collection<Integer> features) throws InterruptedException {
        messages.println("Setting up " + names(features) + " in " + folder + " (--no-download declines)");
        List<String> command = new ArrayList<>(List.of(script.toString(), folder.toString()));
        features.forEach(feature -> command.add(Integer.toString(feature)));
        Map<Integer, Jdk> jdks = new TreeMap<>();
        try {
            Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
            try {
                String homes = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                int exit = process.waitFor();
                if (exit != 0) {
                    messages.println(script + " ended with " + exit);
                }
                for (String home : homes.lines().filter(line -> !line.isBlank()).toList()) {
                    Jdk jdk = Jdk.at(Path.of(home.trim()));
                    jdks.put(jdk.feature(), jdk);
                }
            } finally {
                process.destroy();
            }
        } catch (IOException | NoJdkException failed) {
            messages.println(script + ": " + failed.getMessage());
        }
        return jdks;
    }

    /**
     * Formats feature releases for a sentence.
     *
     * @param features feature releases
     * @return such as {@code JDK 21 and JDK 25}
     */
    public static String names(Collection<Integer> features) {
        return String.join(" and ", features.stream().map(feature -> "JDK " + feature).toList());
    }
}
