package dev.slipstream.cli.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The reason why a program could not be started.
 *
 * @param isMissing whether there is no such program
 * @param why one line for the user
 */
public record NotStarted(boolean isMissing, String why) {
    /** The system's reason in a message of {@link ProcessBuilder#start}, which differs between JDKs. */
    private static final Pattern REASON = Pattern.compile("error[=:] ?\\d+(?:, | \\()(.*?)\\)?\\s*$");

    /**
     * Finds the reason.
     *
     * @param program the program's name or path, as in a command
     * @param failure of {@link ProcessBuilder#start}
     */
    public static NotStarted of(String program, IOException failure) {
        return of(program, failure, System.getenv().getOrDefault("PATH", ""));
    }

    static NotStarted of(String program, IOException failure, String path) {
        boolean isPath = program.contains("/");
        List<String> folders = isPath ? List.of("") : Arrays.asList(path.split(File.pathSeparator));
        if (folders.stream().noneMatch(folder -> Files.exists(Path.of(folder).resolve(program)))) {
            return new NotStarted(true, program + (isPath ? " does not exist" : " is not on the PATH"));
        }
        Matcher reason = REASON.matcher(String.valueOf(failure.getMessage()));
        return new NotStarted(false, program + " cannot be started: " + (reason.find() ? reason.group(1) : failure.getMessage()));
    }
}
