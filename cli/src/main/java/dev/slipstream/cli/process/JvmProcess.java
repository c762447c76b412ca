package dev.slipstream.cli.process;

import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import dev.slipstream.diagnose.result.Slipstream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The process of a JVM, as Linux shows it: its user, its permissions, and the location of its files, also in a container.
 * Inspected before any attach: attaching sends SIGQUIT, which may end a process that is no JVM, and makes a JVM with attach
 * disabled print all its threads.
 */
public final class JvmProcess {
    private static final Path PROC = Path.of("/proc");
    private static final Pattern BLANKS = Pattern.compile("\\s+");
    private static final Pattern COLUMNS = Pattern.compile(" {2,}");

    private static final String DISABLE = "DisableAttachMechanism";

    /** Variables with options that a JVM reads before its command line. The last occurrence of an option wins. */
    private static final List<String> BEFORE = List.of("JAVA_TOOL_OPTIONS=", "JDK_JAVA_OPTIONS=");

    private static final List<String> BEHIND = List.of("_JAVA_OPTIONS=");

    /** Bit of CAP_DAC_OVERRIDE, the capability to write regardless of file permissions. */
    private static final int WRITES_ANYTHING = 1 << 1;

    /** Bit of CAP_DAC_READ_SEARCH, the capability to read regardless of file permissions. */
    private static final int READS_ANYTHING = 1 << 2;

    /** Bit of CAP_SYS_PTRACE, the capability to look at any process. */
    private static final int SEES_ANYTHING = 1 << 19;

    /** Bit of SIGQUIT in a signal set. */
    private static final long QUIT = 1 << 2;

    /** Bits of a file's mode. */
    private static final int READ = 4;
    private static final int WRITE = 2;
    private static final int SEARCH = 1;

    private static final int LOOKS = 40;
    private static final long PAUSE_NANOS = 50_000_000;

    private final Path folder;
    private final long pid;
    private final Map<String, String> status;
    private final boolean sameFiles;

    /** For a process that need not be fit for an attach. */
    JvmProcess(Path proc, long pid) throws IOException {
        this.folder = proc.resolve(Long.toString(pid));
        this.pid = pid;
        this.status = status(folder);
        this.sameFiles = sameFiles(proc.resolve("self"), folder);
    }

    /** Returns whether processes can be inspected here, which is so on Linux. */
    public static boolean areVisible() {
        return Files.isDirectory(PROC.resolve("self"));
    }

    /**
     * Inspects a process.
     *
     * @param pid the process id
     * @param instead advice to the user if the JVM has attach disabled
     * @return a JVM of the same user, or of any user if this process is root's
     * @throws Failure if the process is no such JVM, or cannot be attached to
     */
    public static JvmProcess of(long pid, String instead) throws Failure {
        return of(PROC, pid, instead);
    }

    static JvmProcess of(Path proc, long pid, String instead) throws Failure {
        if (!Files.isDirectory(proc.resolve(Long.toString(pid)))) {
            throw refusal("process " + pid + " does not exist; " + Slipstream.command("ps") + " lists the running JVMs");
        }
        try {
            JvmProcess process = new JvmProcess(proc, pid);
            process.refuse(status(proc.resolve("self")), instead);
            return process;
        } catch (IOException e) {
            throw refusal("process " + pid + " cannot be inspected: " + Failure.describe(e));
        }
    }

    private void refuse(Map<String, String> ours, String instead) throws Failure, IOException {
        long self = effective(ours, "Uid");
        if (!status.getOrDefault("Tgid", Long.toString(pid)).equals(Long.toString(pid))) {
            throw refusal(pid + " is a thread of process " + status.get("Tgid") + "; name that process");
        }
        if (status.getOrDefault("State", "").startsWith("Z")) {
            throw refusal("process " + pid + " has already ended");
        }
        if (self != 0 && self != uid()) {
            throw refusal(
                    "process " + pid + " belongs to another user (id " + uid() + "); run slipstream as that user or as root");
        }
        if (self != uid() && !isCapable(ours, SEES_ANYTHING)) {
            throw refusal("process " + pid + " belongs to another user (id " + uid() + "), and root needs the capability"
                    + " CAP_SYS_PTRACE, which this process lacks; run slipstream as that user");
        }
        if (!isKnownThere(self)) {
            throw refusal(
                    "process " + pid + " is in a container in which this user (id " + self + ") does not exist, so its JVM would"
                            + " not heed it; run slipstream there on process " + ownPid());
        }
        String maps = text("maps");
        if (!isJvm(maps)) {
            throw refusal("process " + pid + " is not an OpenJDK JVM");
        }
        if (status.getOrDefault("State", "").startsWith("T") || status.getOrDefault("State", "").startsWith("t")) {
            throw refusal("process " + pid + " is stopped and cannot answer; to resume it, run kill -CONT " + pid);
        }
        if (hasForeignSocket()) {
            throw refusal(
                    "process " + pid + " cannot be attached to, since " + socket() + " belongs to another user; if an earlier"
                            + " process " + ownPid() + " has left it, remove it");
        }
        if (!mayHaveSocket()) {
            throw refusal("process " + pid
                    + " cannot be attached to, since its /tmp, in which it would make a socket, is missing or cannot be"
                    + " written");
        }
        if (letsNobodyAttach(PerformanceData.of(this, maps))) {
            throw refusal("process " + pid + " runs with -XX:+" + DISABLE + "; " + instead);
        }
        if (!awaitsSignal()) {
            throw refusal("process " + pid + " does not handle SIGQUIT, which attaching needs; if it has just started, try"
                    + " again");
        }
    }

    private static Failure refusal(String why) {
        return new Failure(ExitCodes.NOTHING_DONE, why);
    }

    /** Returns whether the JVM's library is mapped or, if it is linked into the launcher, the JVM's performance counters. */
    static boolean isJvm(String maps) {
        return maps.contains("/libjvm.so") || maps.contains("/hsperfdata_");
    }

    /** Returns the socket of the attach listener, as a path in this process. It exists if the listener has been started. */
    Path socket() {
        return file("/tmp/.java_pid" + ownPid());
    }

    /**
     * Returns whether the socket of the attach listener is another user's. A JVM that was killed leaves its socket. A later one
     * with the same process id removes it at its start, unless that needs the rights of another user.
     */
    private boolean hasForeignSocket() throws IOException {
        try {
            return !Files.getAttribute(socket(), "unix:uid", LinkOption.NOFOLLOW_LINKS).equals((int) uid());
        } catch (NoSuchFileException none) {
            return false;
        }
    }

    /** Returns whether the socket of the attach listener is there, or can be made. */
    private boolean mayHaveSocket() {
        Path temporary = file("/tmp");
        // Outside this process's file system, the target of a link is another file.
        return Files.exists(socket(), LinkOption.NOFOLLOW_LINKS) || Files.isWritable(temporary)
                || (!sameFiles && Files.isSymbolicLink(temporary));
    }

    /**
     * Returns whether an attach cannot kill the process: JDK 17 sends SIGQUIT to any process. Waits for a starting JVM to install
     * its handler. A JVM that has the socket of the attach listener is sent no signal.
     */
    private boolean awaitsSignal() throws IOException {
        if (Files.exists(socket())) {
            return true;
        }
        for (int looks = 0; looks < LOOKS; looks++) {
            if ((Long.parseUnsignedLong(status(folder).getOrDefault("SigCgt", "0"), 16) & QUIT) != 0) {
                return true;
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        return false;
    }

    /**
     * Returns whether the last such option disables attach. The performance data have the options of all files and variables, too, but
     * not the application's arguments. Where the data are absent, or cut, the command line and the environment have most of them.
     */
    private boolean letsNobodyAttach(Map<String, String> data) throws IOException {
        String arguments = data.getOrDefault("java.rt.vmArgs", "");
        Stream<String> told = Stream.concat(BLANKS.splitAsStream(data.getOrDefault("java.rt.vmFlags", "")).map("-XX:"::concat),
                BLANKS.splitAsStream(arguments));
        return isLast(told) || ((!data.containsKey("java.rt.vmArgs") || arguments.length() >= PerformanceData.LONGEST)
                && isLast(seen()));
    }

    private static boolean isLast(Stream<String> options) {
        List<String> all = options.toList();
        return all.lastIndexOf("-XX:+" + DISABLE) > all.lastIndexOf("-XX:-" + DISABLE);
    }

    private Stream<String> seen() throws IOException {
        List<String> environment = words("environ");
        return Stream.of(options(environment, BEFORE), words("cmdline").stream(), options(environment, BEHIND))
                .flatMap(each -> each).flatMap(BLANKS::splitAsStream);
    }

    private static Stream<String> options(List<String> environment, List<String> variables) {
        return variables.stream().flatMap(name -> environment.stream().filter(word -> word.startsWith(name))
                .map(word -> word.substring(name.length())));
    }

    private List<String> words(String file) throws IOException {
        return List.of(text(file).split("\0"));
    }

    private String text(String file) throws IOException {
        return Files.readString(folder.resolve(file), StandardCharsets.ISO_8859_1);
    }

    /** Returns the process id in this process's namespace. */
    public long pid() {
        return pid;
    }

    /** Returns the process id in the process's own container. */
    public long ownPid() {
        return ownNumber(status, folder);
    }

    /** Returns the process or thread id in the innermost namespace. */
    private static long ownNumber(Map<String, String> status, Path folder) {
        String[] numbers = BLANKS.split(status.getOrDefault("NSpid", folder.getFileName().toString()));
        return Long.parseLong(numbers[numbers.length - 1]);
    }

    /**
     * Returns the folders of its threads, by thread id in the process's own container.
     *
     * @throws IOException if the process has ended, or may not be inspected
     */
    public Map<Long, Path> tasks() throws IOException {
        Map<Long, Path> tasks = new HashMap<>();
        try (DirectoryStream<Path> listed = Files.newDirectoryStream(folder.resolve("task"))) {
            for (Path task : listed) {
                try {
                    tasks.put(ownNumber(status(task), task), task);
                } catch (IOException e) {
                    if (Files.exists(task)) {
                        throw e;
                    }
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return tasks;
    }

    /** Returns the effective user id. */
    public long uid() {
        return effective(status, "Uid");
    }

    /** Returns whether the user of this process exists in the process's user namespace; true if that cannot be told. */
    private boolean isKnownThere(long self) throws IOException {
        if (isSame(folder.resolveSibling("self"), folder, "ns/user")) {
            return true;
        }
        try {
            return Files.readAllLines(folder.resolve("uid_map")).stream().map(line -> BLANKS.split(line.strip()))
                    .anyMatch(range -> self >= Long.parseLong(range[1])
                            && self - Long.parseLong(range[1]) < Long.parseLong(range[2]));
        } catch (NoSuchFileException missing) {
            // A kernel without user namespaces.
            return true;
        }
    }

    /** Returns the user that the process belongs to. */
    UserPrincipal owner() throws IOException {
        return Files.getOwner(folder);
    }

    /** Returns the process's current folder, a link of the kernel's. */
    Path currentFolder() {
        return folder.resolve("cwd");
    }

    private long gid() {
        return effective(status, "Gid");
    }

    /**
     * Returns whether the process may write into a folder.
     *
     * @param mode the folder's permissions
     * @param owner the folder's user id
     * @param group the folder's group id
     */
    public boolean writes(int mode, long owner, long group) {
        return may(WRITE | SEARCH, mode, owner, group);
    }

    /**
     * Returns whether the process may read a file, as far as permissions tell.
     *
     * @param file an absolute path that is the same file for the process
     * @throws IOException if this process cannot inspect it
     */
    boolean reads(Path file) throws IOException {
        if (isCapable(status, READS_ANYTHING)) {
            return true;
        }
        int rights = READ;
        for (Path each = file; each != null; each = each.getParent()) {
            Map<String, Object> found = Files.readAttributes(each, "unix:mode,uid,gid");
            if (!may(rights, (Integer) found.get("mode"), (Integer) found.get("uid"), (Integer) found.get("gid"))) {
                return false;
            }
            rights = SEARCH;
        }
        return true;
    }

    private boolean may(int rights, int mode, long owner, long group) {
        if (isCapable(status, WRITES_ANYTHING)) {
            return true;
        }
        Set<String> groups = BLANKS.splitAsStream(status.getOrDefault("Groups", "")).collect(Collectors.toSet());
        int shift = owner == uid() ? 6 : group == gid() || groups.contains(Long.toString(group)) ? 3 : 0;
        return (mode >> shift & rights) == rights;
    }

    /**
     * Returns a resource limit of the process; empty if unlimited.
     *
     * @param name the limit's name as the system lists it, such as {@code Max file size}
     * @throws IOException if the process has ended, or may not be inspected
     */
    public Optional<Long> limit(String name) throws IOException {
        return Files.readAllLines(folder.resolve("limits")).stream()
                .filter(line -> line.startsWith(name + " "))
                .map(line -> COLUMNS.split(line.strip())[1])
                .filter(value -> !value.equals("unlimited"))
                .map(Long::valueOf)
                .findFirst();
    }

    /**
     * Returns the number of open file descriptors.
     *
     * @throws IOException if the process has ended, or may not be inspected
     */
    public long openFiles() throws IOException {
        try (Stream<Path> descriptors = Files.list(folder.resolve("fd"))) {
            return descriptors.count();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Returns whether the process's paths name the same files as this process's. */
    public boolean hasOurFiles() {
        return sameFiles;
    }

    /**
     * Returns whether the process has all rights of this process: it has the same user, and is not in a container. Otherwise no
     * path that it names, and no link in its folders, may be followed with this process's rights.
     *
     * @throws IOException if this process cannot be inspected
     */
    public boolean hasOurRights() throws IOException {
        return sameFiles && uid() == effective(status(folder.resolveSibling("self")), "Uid");
    }

    /** Returns the root of the process's file system, as a path in this process. */
    public Path root() {
        return sameFiles ? Path.of("/") : folder.resolve("root");
    }

    /** Translates an absolute path of the process to a path in this process. */
    public Path file(String path) {
        return sameFiles ? Path.of(path) : folder.resolve("root").resolve(path.substring(1));
    }

    /** Returns whether the process has not ended. */
    public boolean isAlive() {
        return isAlive(folder);
    }

    /** Returns whether a process has not ended, also where processes cannot be inspected. */
    public static boolean isAlive(long pid) {
        return areVisible() ? isAlive(PROC.resolve(Long.toString(pid)))
                : ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
    }

    private static boolean isAlive(Path process) {
        try {
            return !status(process).getOrDefault("State", "Z").startsWith("Z");
        } catch (IOException gone) {
            return false;
        }
    }

    /** Compares mount namespace and root: in a container, or after a chroot, the same path is another file. */
    private static boolean sameFiles(Path self, Path other) {
        return isSame(self, other, "ns/mnt") && isSame(self, other, "root");
    }

    /** Compares the targets of a link of two processes; they are taken for the same if they cannot be seen. */
    private static boolean isSame(Path self, Path other, String link) {
        try {
            return Files.readSymbolicLink(self.resolve(link)).equals(Files.readSymbolicLink(other.resolve(link)));
        } catch (IOException hidden) {
            return true;
        }
    }

    private static Map<String, String> status(Path process) throws IOException {
        Map<String, String> status = new HashMap<>();
        // ISO 8859-1 never fails to decode: the kernel may truncate the process name within a character.
        for (String line : new String(Files.readAllBytes(process.resolve("status")), StandardCharsets.ISO_8859_1).split("\n")) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                status.put(line.substring(0, colon), line.substring(colon + 1).strip());
            }
        }
        return status;
    }

    private static boolean isCapable(Map<String, String> status, int capability) {
        return (Long.parseLong(status.getOrDefault("CapEff", "0"), 16) & capability) != 0;
    }

    private static long effective(Map<String, String> status, String kind) {
        return Long.parseLong(BLANKS.split(status.getOrDefault(kind, "-1 -1"))[1]);
    }
}
