package dev.slipstream.cli.prove;

import dev.slipstream.results.jdk.Jdk;
import dev.slipstream.results.jdk.Jdk.NoJdkException;
import dev.slipstream.results.jdk.JdkFinder;
import dev.slipstream.results.jdk.JdkFinder.FoundJdk;
import dev.slipstream.results.jdk.JdkSetup;
import java.io.PrintStream;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options that name JDKs, a mixin for commands: {@code @Mixin private JdkOptions jdks = new JdkOptions();}. */
final class JdkOptions {
    private static final Pattern WITH_FEATURE = Pattern.compile("(\\d{1,4})=(.*)");

    @Option(names = "--jdk", paramLabel = "[FEATURE=]HOME",
            description = "A JDK to use for its feature release, such as 21=/path. Repeatable.")
    private List<String> named = List.of();

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    /**
     * Returns the JDKs that the user named.
     *
     * @return the JDKs by feature release
     * @throws ParameterException if one is no JDK, is not of the named release, or if two are of the same release
     */
    Map<Integer, Jdk> given() {
        Map<Integer, Jdk> given = new TreeMap<>();
        for (String name : named) {
            Jdk jdk = read(name);
            Jdk other = given.putIfAbsent(jdk.feature(), jdk);
            if (other != null && !other.equals(jdk)) {
                throw usage("--jdk " + name + ": JDK " + jdk.feature() + " is already set to " + other.home());
            }
        }
        return given;
    }

    /**
     * Returns the feature releases of the JDKs that the user named.
     *
     * @return the keys of {@link #given}
     * @throws ParameterException as {@link #given}
     */
    Set<Integer> asked() {
        return given().keySet();
    }

    private Jdk read(String name) {
        Matcher withFeature = WITH_FEATURE.matcher(name);
        boolean called = withFeature.matches();
        try {
            Jdk jdk = Jdk.at(Path.of(called ? withFeature.group(2) : name));
            if (called && jdk.feature() != Integer.parseInt(withFeature.group(1))) {
                throw usage("--jdk " + name + ": expected JDK " + withFeature.group(1) + ", found JDK " + jdk.version());
            }
            return jdk;
        } catch (NoJdkException | InvalidPathException none) {
            throw usage("--jdk " + name + ": " + none.getMessage());
        }
    }

    /**
     * Returns the JDKs that were named or found, and sets up missing ones that are needed, if possible. Reports those that are
     * still missing.
     *
     * @param needed the feature releases that are needed
     * @param setUp whether missing JDKs may be set up
     * @param messages receives progress, and what is missing
     * @return the JDKs by feature release
     * @throws InterruptedException if interrupted while JDKs are set up
     */
    Map<Integer, Jdk> find(Collection<Integer> needed, boolean setUp, PrintStream messages) throws InterruptedException {
        JdkFinder finder = new JdkFinder();
        Map<Integer, Jdk> jdks = finder.find(given());
        TreeSet<Integer> missing = new TreeSet<>(needed);
        missing.removeAll(jdks.keySet());
        String checkout = System.getenv("SLIPSTREAM_ROOT");
        if (!missing.isEmpty() && setUp && checkout != null) {
            JdkSetup setup = new JdkSetup(Path.of(checkout, "tools", "jdks"), finder.cache(), messages);
            if (setup.available()) {
                jdks.putAll(setup.setUp(missing));
                missing.removeAll(jdks.keySet());
            }
        }
        if (!missing.isEmpty()) {
            messages.println("Not found: " + JdkSetup.names(missing) + ". Claims that need it stay undecided; install it, or"
                    + " specify it with --jdk " + missing.first() + "=HOME.");
        }
        return jdks;
    }

    /**
     * Lists every JDK that was named or found. Sets up none.
     *
     * @return the JDKs by feature release
     */
    List<FoundJdk> listing() {
        return new JdkFinder().listing(given());
    }

    private ParameterException usage(String message) {
        return new ParameterException(command.commandLine(), message);
    }
}
