package dev.slipstream.cli;

import com.sun.tools.attach.VirtualMachine;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a user calls a running JVM: its process id, or what it runs: the main class, with its package or without, or the jar.
 * Others are known by their process id only: those of other users, in other containers, and those with {@code -XX:-UsePerfData}.
 */
public final class JvmName {
    private static final int LISTED = 12;
    private static final int LONGEST = 70;

    private JvmName() {
    }

    /**
     * A JVM that runs.
     *
     * @param command main class or jar, then the arguments, as the JVM tells it; may be empty
     */
    record Jvm(long pid, String command) {
        String what() {
            int space = command.indexOf(' ');
            return space < 0 ? command : command.substring(0, space);
        }

        boolean is(String name) {
            String what = what();
            // A path may have spaces, and a module stands before its class as a folder before its file.
            return what.equals(name) || command.equals(name) || command.startsWith(name + " ")
                    || afterLast('/', what).equals(name)
                    || !what.endsWith(".jar") && afterLast('.', afterLast('/', what)).equals(name);
        }

        @Override
        public String toString() {
            String line = command.replaceAll("\\p{Cntrl}", "?");
            return pid + " " + (line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "...");
        }
    }

    /**
     * The process that is meant. A process id is not looked up: whether it is that of a JVM shows when it is attached to.
     *
     * @throws Failure if there is none or more than one; says which there are
     */
    public static long resolve(String name) throws Failure {
        if (!name.isEmpty() && name.chars().allMatch(c -> c >= '0' && c <= '9')) {
            try {
                return Long.parseLong(name);
            } catch (NumberFormatException e) {
                throw new Failure(ExitCodes.BAD_USAGE, "'" + name + "' is no process id");
            }
        }
        return choose(name, running());
    }

    /**
     * What a JVM is called by those who run it.
     *
     * @param command main class or jar, then the arguments, as the JVM tells it
     * @return the main class, or the file name of the jar; empty if it does not tell
     */
    public static String of(String command) {
        String what = new Jvm(0, command.strip()).what();
        return what.endsWith(".jar") ? afterLast('/', what) : what;
    }

    private static List<Jvm> running() {
        List<Jvm> running = new ArrayList<>();
        VirtualMachine.list().forEach(each -> {
            long pid = Long.parseLong(each.id());
            // Where a JVM does not tell what it runs, its name is its process id.
            String command = each.displayName().equals(each.id()) ? "" : each.displayName();
            if (pid != ProcessHandle.current().pid()) {
                running.add(new Jvm(pid, command));
            }
        });
        return running;
    }

    static long choose(String name, List<Jvm> running) throws Failure {
        List<Jvm> named = running.stream().filter(each -> each.is(name)).toList();
        if (named.size() == 1) {
            return named.get(0).pid();
        }
        if (named.isEmpty()) {
            throw new Failure(ExitCodes.BAD_USAGE, "no JVM of yours runs '" + name + "'; "
                    + (running.isEmpty() ? "there is none, or only such as do not tell: give the process id"
                            : "those that run: " + list(running)));
        }
        throw new Failure(ExitCodes.BAD_USAGE, "several JVMs run '" + name + "', give one's process id: " + list(named));
    }

    private static String list(List<Jvm> jvms) {
        String list = jvms.stream().limit(LISTED).map(Jvm::toString).collect(Collectors.joining(", "));
        return jvms.size() <= LISTED ? list : list + " and " + (jvms.size() - LISTED) + " more";
    }

    private static String afterLast(char separator, String text) {
        return text.substring(text.lastIndexOf(separator) + 1);
    }
}
