package dev.slipstream.results.jdk;

import dev.slipstream.results.jdk.Jdk.NoJdkException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Finder of the JDKs on this machine.
 *
 * <p>It searches these places in order, and the first JDK of a feature release wins: {@code SLIPSTREAM_JDKS} (a folder of JDKs),
 * {@code JAVA_HOME}, the {@code java} on {@code PATH}, {@code /usr/lib/jvm}, the folders of SDKMAN and of IDEs, Slipstream's own
 * cache, and the JDK that runs this program. It silently skips whatever is not a JDK.
 */
public final class JdkFinder {
    private final Map<String, String> environment;
    private final Path userHome;
    private final Path system;
    private final Path running;

    /**
     * Creates a finder for this process.
     */
    public JdkFinder() {
        this(System.getenv(), home(), Path.of("/usr/lib/jvm"), Path.of(System.getProperty("java.home")));
    }

    /** Returns the home folder as the launcher sees it. Java's {@code user.home} ignores HOME. */
    private static Path home() {
        String home = System.getenv().getOrDefault("HOME", "");
        return Path.of(home.isEmpty() ? System.getProperty("user.home") : home);
    }

    /**
     * Creates a finder for given places.
     *
     * @param environment the environment's variables
     * @param userHome the user's home folder
     * @param system the folder where the operating system installs JDKs
     * @param running the home of the JDK that runs this program
     */
    JdkFinder(Map<String, String> environment, Path userHome, Path system, Path running) {
        this.environment = environment;
        this.userHome = userHome;
        this.system = system;
        this.running = running;
    }

    /**
     * Searches all places.
     *
     * @param given JDKs that precede all found ones of their feature release
     * @return a JDK for each feature release, in ascending order
     */
    public Map<Integer, Jdk> find(Map<Integer, Jdk> given) {
        Map<Integer, Jdk> found = new TreeMap<>(given);
        for (Jdk jdk : all()) {
            found.putIfAbsent(jdk.feature(), jdk);
        }
        return found;
    }

    /**
     * Searches all places.
     *
     * @return every JDK once, in the order of the places
     */
    public List<Jdk> all() {
        return List.copyOf(places().keySet());
    }

    /**
     * Searches all places and lists where each JDK was found.
     *
     * @param given JDKs that precede all found ones of their feature release
     * @return every JDK once, ordered by feature release, then by place
     */
    public List<FoundJdk> listing(Map<Integer, Jdk> given) {
        Map<Jdk, String> places = new LinkedHashMap<>();
        given.values().forEach(jdk -> places.put(jdk, "given"));
        places().forEach(places::putIfAbsent);
        Map<Integer, Jdk> chosen = find(given);
        return places.entrySet().stream()
                .map(entry -> new FoundJdk(
                        entry.getKey(), entry.getValue(), entry.getKey().equals(chosen.get(entry.getKey().feature()))))
                .sorted(Comparator.comparingInt(found -> found.jdk().feature()))
                .toList();
    }

    private Map<Jdk, String> places() {
        Map<Jdk, String> found = new LinkedHashMap<>();
        for (Candidate candidate : candidates()) {
            try {
                found.putIfAbsent(Jdk.at(candidate.home), candidate.where);
            } catch (NoJdkException other) {
                continue;
            }
        }
        return found;
    }

    /**
     * Returns the folder of the JDKs that Slipstream has set up.
     *
     * @return the folder, which need not exist
     */
    public Path cache() {
        String base = environment.getOrDefault("XDG_CACHE_HOME", "");
        return (base.isEmpty() ? userHome.resolve(".cache") : Path.of(base)).resolve("slipstream/jdks");
    }

    private record Candidate(Path home, String where) {}

    private List<Candidate> candidates() {
        List<Candidate> all = new ArrayList<>();
        variable("SLIPSTREAM_JDKS").forEach(folder -> add(all, "SLIPSTREAM_JDKS", children(folder)));
        add(all, "JAVA_HOME", variable("JAVA_HOME"));
        for (String folder : environment.getOrDefault("PATH", "").split(":")) {
            homeOf(Path.of(folder).resolve("java")).ifPresent(home -> add(all, "PATH", List.of(home)));
        }
        add(all, system.toString(), children(system));
        add(all, "SDKMAN", children(userHome.resolve(".sdkman/candidates/java")));
        add(all, "~/.jdks", children(userHome.resolve(".jdks")));
        add(all, "Slipstream's cache", children(cache()));
        add(all, "runs this", List.of(running));
        return all;
    }

    private static void add(List<Candidate> all, String where, List<Path> homes) {
        homes.forEach(home -> all.add(new Candidate(home, where)));
    }

    private List<Path> variable(String name) {
        String value = environment.getOrDefault(name, "");
        return value.isEmpty() ? List.of() : List.of(Path.of(value));
    }

    /** Returns the home of a launcher. On PATH, it is usually a link into a JDK's bin folder. */
    private static Optional<Path> homeOf(Path java) {
        try {
            return Optional.ofNullable(java.toRealPath().getParent()).map(Path::getParent);
        } catch (IOException notThere) {
            return Optional.empty();
        }
    }

    private static List<Path> children(Path folder) {
        List<Path> children = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
                entries.forEach(children::add);
            } catch (IOException unreadable) {
                return List.of();
            }
        }
        children.sort(null);
        return children;
    }

    /**
     * JDK in a listing.
     *
     * @param jdk the JDK
     * @param where the first place that names it: {@code given}, {@code JAVA_HOME}, {@code PATH}, a folder
     * @param chosen whether it is the one to use for its feature release
     */
    public record FoundJdk(Jdk jdk, String where, boolean chosen) {}
}
