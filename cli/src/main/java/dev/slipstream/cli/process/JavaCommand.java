package dev.slipstream.cli.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Adds JVM options to a command that starts a JVM. */
public final class JavaCommand {
    private JavaCommand() {
    }

    /**
     * Adds options. If the command is a java launcher, they become its first options. Otherwise (a start script) they go into
     * {@code JAVA_TOOL_OPTIONS}, which the JVM mentions on standard error.
     *
     * @param command the program and its arguments
     * @param options the JVM options, without spaces
     * @return the process to start, which inherits the standard streams
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
