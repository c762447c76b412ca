package dev.slipstream.it;

import dev.slipstream.cli.process.Folders;
import dev.slipstream.testkit.Ended;
import dev.slipstream.testkit.ForkedJvm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** A copy of the project's sources, in which a test can build while others use the project's own folders. */
record Checkout(Path folder) {
    // Not the files that attach makes for a moment in the folder of another test's JVM.
    private static final Pattern MADE = Pattern.compile("(^|/)(target|\\.git|slipstream-results|\\.attach_pid\\d+)(/|$)");

    /** Copies the sources into the folder, which is made. */
    static Checkout in(Path folder) throws IOException {
        for (Path each : Folders.files(ForkedJvm.ROOT,
                file -> !MADE.matcher(ForkedJvm.ROOT.relativize(file).toString()).find())) {
            Path there = folder.resolve(ForkedJvm.ROOT.relativize(each));
            Files.createDirectories(there.getParent());
            Files.copy(each, there);
        }
        return new Checkout(folder);
    }

    /** Runs a program of the copy to its end, however long that takes. */
    Ended run(Map<String, String> variables, String program, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(folder.resolve(program).toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().putAll(variables);
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(String.join(" ", command), process.waitFor(), said, "");
    }
}
