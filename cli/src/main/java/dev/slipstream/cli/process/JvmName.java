package dev.slipstream.cli.process;

import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Resolves a user's name for a running JVM: its process id, its main class (with or without the package), or its jar. JVMs of
 * other users can only be named by process id.
 */
public final class JvmName {
    private static final int LISTED = 12;
    private static final int LONGEST = 70;

    private JvmName() {}

    /**
     * A running JVM.
     *
     * @param command the main class or jar, then the arguments, as the JVM reports it; may be empty
     */
    record Candidate(long pid, String command) {
        String what() {
            int space = command.indexOf(' ');
            return space < 0 ? command : command.substring(0, space);
        }

        boolean is(String name) {
            String what = what();
            // Compares with the command too, as a path may contain spaces. A slash separates a module from its class, as it
            // separates a folder from its file.
            return what.equals(name) || command.equals(name) || command.startsWith(name + " ")
                    || afterLast('/', what).equals(name)
                    || (!what.endsWith(".jar") && afterLast('.', afterLast('/', what)).equals(name));
        }

        /** Returns it without the arguments, which tell nothing about a JVM that runs something else. */
        String brief() {
            return new Candidate(pid, of(command)).toString();
        }

        @Override
        public String toString() {
            String line = command.replaceAll("\\p{Cntrl}", "?");
            return (pid + " " + (line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "...")).strip();
        }
    }

    /**
     * Returns the id of the process with a name. Does not look up a process id: attaching shows whether it is a JVM's.
     *
     * @throws Failure if no JVM or more than one has the name; the message lists the candidates
     */
    public static long resolve(String name) throws Failure {
        if (!name.isEmpty() && name.chars().allMatch(c -> c >= '0' && c <= '9')) {
            try {
                return Long.parseLong(name);
            } catch (NumberFormatException e) {
                throw new Failure(ExitCodes.BAD_USAGE, "invalid process id '" + name + "'");
            }
        }
        return choose(name, running());
    }

    /**
     * Returns the display name of a JVM.
     *
     * @param command the main class or jar, then the arguments, as the JVM reports it
     * @return the main class, or the file name of the jar; empty if the JVM does not report it
     */
    public static String of(String command) {
        String what = new Candidate(0, command.strip()).what();
        return what.endsWith(".jar") ? afterLast('/', what) : what;
    }

    private static List<Candidate> running() {
        return RunningJvm.all().stream().map(each -> new Candidate(each.pid(), each.command())).toList();
    }

    static long choose(String name, List<Candidate> running) throws Failure {
        List<Candidate> named = running.stream().filter(each -> each.is(name)).toList();
        if (named.size() == 1) {
            return named.get(0).pid();
        }
        if (named.isEmpty()) {
            throw new Failure(ExitCodes.NOTHING_DONE, "no running JVM of this user matches '" + name + "'; "
                    + (running.isEmpty() ? "none is seen, so give the process id"
                            : "running: " + list(running, Candidate::brief)));
        }
        throw new Failure(ExitCodes.BAD_USAGE, "several JVMs match '" + name + "'; give the process id of one: "
                + list(named, Candidate::toString));
    }

    private static String list(List<Candidate> jvms, Function<Candidate, String> told) {
        String list = jvms.stream().limit(LISTED).map(told).collect(Collectors.joining(", "));
        return jvms.size() <= LISTED ? list : list + " and " + (jvms.size() - LISTED) + " more";
    }

    private static String afterLast(char separator, String text) {
        return text.substring(text.lastIndexOf(separator) + 1);
    }
}
