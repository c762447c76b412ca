package dev.slipstream.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A command that starts a JVM, with options of ours for that JVM. */
public final class JavaCommand {
    private JavaCommand() {
    }

    /**
     * Adds options. Where the command is a java launcher they become its first; otherwise (a start script) the environment
     * carries them, which the JVM mentions on standard error.
     *
     * @param command the program and its arguments
     * @param options for the JVM, without spaces
     * @return the process to start, its streams ours
     */
    public static ProcessBuilder with(List<String> command, List<String> options) {
        List<String> full = new ArrayList<>(command);
        ProcessBuilder builder = new ProcessBuilder(full).inheritIO();
        if (isJava(command.get(0))) {
            full.addAll(1, options);
        } else {
            builder.environment().merge("JAVA_TOOL_OPTIONS", String.join(" ", options), (before, added) -> before + " " + added);
        }
        return builder;
    }

    private static boolean isJava(String program) {
        String name = String.valueOf(Path.of(program).getFileName());
        return name.equals("java") || name.equals("java.exe");
    }
}
