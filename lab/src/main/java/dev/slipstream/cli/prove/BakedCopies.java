package dev.slipstream.cli.prove;

import dev.slipstream.agent.bake.Baking;
import dev.slipstream.cli.bake.BakedJdk;
import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import dev.slipstream.cli.process.Folders;
import dev.slipstream.results.jdk.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Copies of JDKs with the default remedies baked in, for a proof. They lie in a temporary folder until this JVM ends. */
final class BakedCopies {
    private BakedCopies() {}

    /**
     * Makes a copy of each JDK.
     *
     * @param jdks the JDKs by feature release
     * @param features the feature releases to bake; those without a JDK are left out
     * @param jar the one jar
     * @param version the version of this build
     * @return the copies by feature release
     * @throws Failure if one cannot be baked
     */
    static Map<Integer, Jdk> of(Map<Integer, Jdk> jdks, Set<Integer> features, Path jar, String version)
            throws IOException, InterruptedException, Failure {
        Path folder = Files.createTempDirectory("slipstream-baked");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folder), "baked copies"));
        Map<Integer, Jdk> copies = new TreeMap<>();
        for (int feature : features) {
            Jdk jdk = jdks.get(feature);
            if (jdk != null) {
                Path copy = folder.resolve(Integer.toString(feature));
                try {
                    BakedJdk.make(jdk.home(), copy, false, Baking.of(jdk.home(), jar, version, List.of()), version);
                } catch (IllegalArgumentException e) {
                    throw new Failure(ExitCodes.BAD_USAGE, String.valueOf(e.getMessage()));
                }
                copies.put(feature, new Jdk(copy, feature, jdk.version(), jdk.vendor()));
            }
        }
        return copies;
    }

    private static void remove(Path folder) {
        try {
            Folders.delete(folder);
        } catch (IOException e) {
            System.err.println("slipstream: " + folder + " remains: " + Failure.describe(e));
        }
    }
}
