package dev.slipstream.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Whether a process may be attached to, as far as can be seen without touching it. Attaching sends it a signal: a JVM that does
 * not take part prints all its threads then, and what is no JVM may end.
 */
final class Attachable {
    private static final String DISABLE = "DisableAttachMechanism";
    private static final List<String> VARIABLES = List.of("JAVA_TOOL_OPTIONS=", "JDK_JAVA_OPTIONS=", "_JAVA_OPTIONS=");

    private Attachable() {
    }

    /** Throws what is against it; on systems without {@code /proc} the JVM's own answer must do. */
    static void check(long pid) throws Failure {
        if (ModuleLayer.boot().findModule("jdk.attach").isEmpty()) {
            throw refusal("this java has no module jdk.attach: run it with a whole JDK");
        }
        if (Files.isDirectory(Path.of("/proc/self"))) {
            check(pid, Path.of("/proc"));
        }
    }

    static void check(long pid, Path proc) throws Failure {
        Path process = proc.resolve(Long.toString(pid));
        try {
            checkUsers(pid, Files.getOwner(process).getName(), Files.getOwner(proc.resolve("self")).getName());
            if (!isJvm(process)) {
                throw refusal("process " + pid + " is no JVM");
            }
            if (disables(process)) {
                throw refusal("process " + pid + " runs with -XX:+" + DISABLE
                        + ": start it without that, or with -javaagent:" + OneJar.path());
            }
        } catch (NoSuchFileException e) {
            throw refusal("there is no process " + pid);
        } catch (IOException e) {
            throw refusal("process " + pid + " may not be looked at: " + Failure.describe(e));
        }
    }

    static void checkUsers(long pid, String owner, String self) throws Failure {
        if (!owner.equals(self) && !self.equals("root")) {
            throw refusal("process " + pid + " belongs to " + owner + ": do this as " + owner + ", or as root");
        }
    }

    /** A JVM has its library mapped. One whose launcher has it built in does not; such a one shows by its own symbols only. */
    private static boolean isJvm(Path process) throws IOException {
        try (Stream<String> maps = Files.lines(process.resolve("maps"), StandardCharsets.ISO_8859_1)) {
            return maps.anyMatch(line -> line.contains("/libjvm.so") || line.contains("hsperfdata_"));
        }
    }

    /** By the last word about it, in the order in which a JVM reads them, as far as they are there to be seen. */
    private static boolean disables(Path process) throws IOException {
        boolean disables = false;
        String environment = Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1);
        String command = Files.readString(process.resolve("cmdline"), StandardCharsets.ISO_8859_1);
        StringBuilder all = new StringBuilder();
        for (String variable : VARIABLES) {
            if (variable.equals("_JAVA_OPTIONS=")) {
                all.append(command).append('\0');
            }
            for (String each : environment.split("\0")) {
                if (each.startsWith(variable)) {
                    all.append(each.substring(variable.length())).append('\0');
                }
            }
        }
        for (String word : all.toString().split("[\\s\0]+")) {
            if (word.equals("-XX:+" + DISABLE)) {
                disables = true;
            } else if (word.equals("-XX:-" + DISABLE)) {
                disables = false;
            }
        }
        return disables;
    }

    private static Failure refusal(String why) {
        return new Failure(ExitCodes.NOTHING_DONE, why);
    }
}
