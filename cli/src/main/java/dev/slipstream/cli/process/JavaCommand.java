package dev.slipstream.cli.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Adds JVM options to a command that starts a JVM. */
public final class JavaCommand {
    private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./-]+");

    private JavaCommand() {}

    /**
     * Adds options. If the command is a java launcher, they become its first options. Otherwise (a start script) they go into
     * {@code JAVA_TOOL_OPTIONS}, which the JVM mentions on standard error.
     *
     * @param command the program and its arguments
     * @param options the JVM options
     * @return the process to start, which inherits the standard streams
     */
    public static ProcessBuilder with(List<String> command, List<String> options) {
        List<String> full = new ArrayList<>(command);
        ProcessBuilder builder = new ProcessBuilder(full).inheritIO();
        if (isJava(command.get(0))) {
            full.addAll(1, options);
        } else {
            String added = options.stream().map(JavaCommand::quoted).collect(Collectors.joining(" "));
            builder.environment().merge("JAVA_TOOL_OPTIONS", added, (before, ours) -> before + " " + ours);
        }
        return builder;
    }

    /** Quotes a word for a shell, or for the variable, which HotSpot splits at blanks outside quotes of either kind. */
    public static String quoted(String option) {
        return PLAIN.matcher(option).matches() ? option : "'" + option.replace("'", "'\"'\"'") + "'";
    }

    /** Tells whether a program is a java launcher, by its name. */
    public static boolean isJava(String program) {
        String name = String.valueOf(Path.of(program).getFileName());
        return name.equals("java") || name.equals("java.exe");
    }
}
