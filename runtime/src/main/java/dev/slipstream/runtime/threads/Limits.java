package dev.slipstream.runtime.threads;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.StringTokenizer;

/** The operating system's limits for this process. Linux only; elsewhere there appears to be no limit. */
public final class Limits {
    private static final String PROC = "/proc/self/";
    private static final String CGROUPS = "/sys/fs/cgroup";
    private static final String UNIFIED = "0::";
    private static final String PIDS = ":pids:";
    private static final String USER = "Uid:";

    private final String proc;
    private final String cgroups;

    private Limits(String proc, String cgroups) {
        this.proc = proc;
        this.cgroups = cgroups;
    }

    /** Returns the limits of this process. */
    public static Limits ofThisProcess() {
        return new Limits(PROC, CGROUPS);
    }

    /** Returns limits read from other folders. For tests. */
    static Limits of(String proc, String cgroups) {
        return new Limits(proc, cgroups);
    }

    /**
     * Returns a soft limit.
     *
     * @param name as in {@code /proc/self/limits}
     * @return {@link Long#MAX_VALUE} if there is none
     */
    public long soft(String name) {
        String limits = read(proc.concat("limits"));
        int from = limits.indexOf(name);
        return number(from < 0 ? "" : limits.substring(from + name.length()));
    }

    /**
     * Returns the largest number of threads: the lesser of RLIMIT_NPROC, which counts all threads of the user, and
     * {@code pids.max} of the process's cgroups, which count all threads in them.
     *
     * @return {@link Long#MAX_VALUE} if there is no limit
     */
    public long threads() {
        String status = read(proc.concat("status"));
        int user = status.indexOf(USER);
        // RLIMIT_NPROC does not limit the superuser's processes, but those of another user who is root in a namespace only.
        boolean isFree = user >= 0 && number(status.substring(user + USER.length())) == 0 && !isAnotherOutside();
        return Math.min(isFree ? Long.MAX_VALUE : soft("Max processes"), threadsOfCgroups());
    }

    /** Line format: the first user id here, the same user's id outside, the number of ids. */
    private boolean isAnotherOutside() {
        StringTokenizer words = new StringTokenizer(read(proc.concat("uid_map")));
        return words.countTokens() > 1 && words.nextToken().equals("0") && !words.nextToken().equals("0");
    }

    /**
     * Returns the least limit of the cgroups and their ancestors: a cgroup's limit holds for all below it. In a container the
     * process's own cgroup may be mounted as the root.
     */
    private long threadsOfCgroups() {
        StringTokenizer lines = new StringTokenizer(read(proc.concat("cgroup")), "\n");
        long least = Long.MAX_VALUE;
        while (lines.hasMoreTokens()) {
            String line = lines.nextToken();
            int pids = line.indexOf(PIDS);
            String root = pids < 0 ? cgroups : cgroups.concat("/pids");
            String path = pids >= 0 ? line.substring(pids + PIDS.length()) : line.startsWith(UNIFIED)
                    ? line.substring(UNIFIED.length()) : null;
            while (path != null) {
                String folder = root.concat(path.equals("/") ? "" : path);
                least = Math.min(least, number(read(folder.concat("/pids.max"))));
                int slash = path.lastIndexOf('/');
                path = slash > 0 ? path.substring(0, slash) : slash == 0 && path.length() > 1 ? "/" : null;
            }
        }
        return least;
    }

    /**
     * Returns the number that a text begins with; {@link Long#MAX_VALUE} for {@code max}, {@code unlimited}, and if there is
     * none.
     */
    private static long number(String text) {
        StringTokenizer words = new StringTokenizer(text);
        try {
            return words.hasMoreTokens() ? Long.parseLong(words.nextToken()) : Long.MAX_VALUE;
        } catch (NumberFormatException unlimited) {
            return Long.MAX_VALUE;
        }
    }

    private static String read(String file) {
        try (FileInputStream in = new FileInputStream(file)) {
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        } catch (IOException | SecurityException unknown) {
            return "";
        }
    }
}
