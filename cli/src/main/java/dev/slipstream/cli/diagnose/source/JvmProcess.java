package dev.slipstream.cli.diagnose.source;

import dev.slipstream.cli.ExitCodes;
import dev.slipstream.cli.Failure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A JVM's process, as Linux shows it: whose it is, what it may do, and where its files are, also in a container. */
final class JvmProcess {
    private static final Path PROC = Path.of("/proc");
    private static final Pattern BLANKS = Pattern.compile("\\s+");
    private static final Pattern COLUMNS = Pattern.compile(" {2,}");

    /** The options that a JVM takes from its environment. */
    private static final List<String> VARIABLES = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    /** The right to write whatever the permissions of a file say, CAP_DAC_OVERRIDE. */
    private static final int WRITES_ANYTHING = 1 << 1;

    private final Path folder;
    private final long pid;
    private final Map<String, String> status;
    private final boolean sameFiles;

    private JvmProcess(Path proc, long pid) throws IOException {
        this.folder = proc.resolve(Long.toString(pid));
        this.pid = pid;
        this.status = status(folder);
        this.sameFiles = sameFiles(proc.resolve("self"), folder);
    }

    /**
     * Looks at a process before anything is done to it: whoever is asked to attach and is no JVM ends, and one that does not
     * want to be attached to writes a thread dump.
     *
     * @param pid its number
     * @return a JVM of the same user, or of any if we are root
     * @throws Failure if it is none, or not to be looked at
     */
    static JvmProcess of(long pid) throws Failure {
        return of(PROC, pid);
    }

    static JvmProcess of(Path proc, long pid) throws Failure {
        try {
            if (!Files.isDirectory(proc.resolve("self"))) {
                throw refusal("a JVM that runs can only be looked at on Linux; diagnose a recording of it (jcmd PID JFR.start)");
            }
            if (!Files.isDirectory(proc.resolve(Long.toString(pid)))) {
                throw refusal("there is no process " + pid + "; jcmd lists the JVMs that run");
            }
            JvmProcess process = new JvmProcess(proc, pid);
            process.refuse(effective(status(proc.resolve("self")), "Uid"));
            return process;
        } catch (IOException e) {
            throw refusal("process " + pid + " cannot be looked at: " + Failure.describe(e));
        }
    }

    private void refuse(long self) throws Failure, IOException {
        if (status.getOrDefault("State", "").startsWith("Z")) {
            throw refusal("process " + pid + " has ended already");
        }
        if (self != 0 && self != uid()) {
            throw refusal("process " + pid + " is of another user (number " + uid() + "); run this as that user, or as root");
        }
        try (Stream<String> maps = Files.lines(folder.resolve("maps"), StandardCharsets.ISO_8859_1)) {
            if (maps.noneMatch(line -> line.contains("/libjvm.so"))) {
                throw refusal("process " + pid
                        + " is no JVM of OpenJDK's kind; of a native image or another program there is nothing to tell");
            }
        }
        if (isOn("DisableAttachMechanism")) {
            throw refusal("process " + pid
                    + " was started with -XX:+DisableAttachMechanism and lets nobody look; record it from its start:"
                    + " slipstream diagnose -- java ...");
        }
    }

    private static Failure refusal(String why) {
        return new Failure(ExitCodes.NOTHING_DONE, why);
    }

    /** Whether a flag of the JVM is set, as far as the command line and the environment say. */
    private boolean isOn(String flag) throws IOException {
        String all = String.join("\0", words("environ").stream()
                .filter(word -> VARIABLES.stream().anyMatch(name -> word.startsWith(name + "="))).toList())
                + "\0" + String.join("\0", words("cmdline"));
        return all.lastIndexOf("-XX:+" + flag) > all.lastIndexOf("-XX:-" + flag);
    }

    private List<String> words(String file) throws IOException {
        return List.of(new String(Files.readAllBytes(folder.resolve(file)), StandardCharsets.ISO_8859_1).split("\0"));
    }

    long pid() {
        return pid;
    }

    /** Its number in its own container. */
    long ownPid() {
        String[] numbers = BLANKS.split(status.getOrDefault("NSpid", Long.toString(pid)));
        return Long.parseLong(numbers[numbers.length - 1]);
    }

    long uid() {
        return effective(status, "Uid");
    }

    long gid() {
        return effective(status, "Gid");
    }

    /** Whether the process may write into a folder, by the folder's owner and permissions. */
    boolean writes(int mode, long owner, long group) {
        if ((Long.parseLong(status.getOrDefault("CapEff", "0"), 16) & WRITES_ANYTHING) != 0) {
            return true;
        }
        Set<String> groups = BLANKS.splitAsStream(status.getOrDefault("Groups", "")).collect(Collectors.toSet());
        int shift = owner == uid() ? 6 : group == gid() || groups.contains(Long.toString(group)) ? 3 : 0;
        return (mode >> shift & 3) == 3;
    }

    /** What limits it, such as {@code Max file size}; empty if nothing does. */
    Optional<Long> limit(String name) throws IOException {
        return Files.readAllLines(folder.resolve("limits")).stream()
                .filter(line -> line.startsWith(name + " "))
                .map(line -> COLUMNS.split(line.strip())[1])
                .filter(value -> !value.equals("unlimited"))
                .map(Long::valueOf)
                .findFirst();
    }

    /** How many files it has open. */
    long openFiles() throws IOException {
        try (Stream<Path> descriptors = Files.list(folder.resolve("fd"))) {
            return descriptors.count();
        }
    }

    /** Where we find a file that the process calls by an absolute path. */
    Path file(String path) {
        return sameFiles ? Path.of(path) : folder.resolve("root").resolve(path.substring(1));
    }

    boolean isAlive() {
        try {
            return !status(folder).getOrDefault("State", "Z").startsWith("Z");
        } catch (IOException gone) {
            return false;
        }
    }

    /** In a container, and after a chroot, the same path is another file. */
    private static boolean sameFiles(Path self, Path other) {
        try {
            return Files.readSymbolicLink(self.resolve("ns/mnt")).equals(Files.readSymbolicLink(other.resolve("ns/mnt")))
                    && Files.readSymbolicLink(self.resolve("root")).equals(Files.readSymbolicLink(other.resolve("root")));
        } catch (IOException notToBeSeen) {
            return true;
        }
    }

    private static Map<String, String> status(Path process) throws IOException {
        Map<String, String> status = new HashMap<>();
        // A name may have half a character.
        for (String line : new String(Files.readAllBytes(process.resolve("status")), StandardCharsets.ISO_8859_1).split("\n")) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                status.put(line.substring(0, colon), line.substring(colon + 1).strip());
            }
        }
        return status;
    }

    private static long effective(Map<String, String> status, String kind) {
        return Long.parseLong(BLANKS.split(status.getOrDefault(kind, "-1 -1"))[1]);
    }
}
