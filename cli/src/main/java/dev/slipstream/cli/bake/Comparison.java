package dev.slipstream.cli.bake;

import dev.slipstream.agent.bake.Baking;
import dev.slipstream.lab.jdk.Jdk;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Comparison of a baked JDK with the JDK that it was made of. */
public final class Comparison {
    /** The differences that are listed; more of them say no more. */
    private static final int LISTED = 20;

    private final List<String> lines = new ArrayList<>();
    private int wrong;
    private int same;

    private Comparison() {
    }

    /**
     * Compares.
     *
     * @param baked the baked JDK
     * @param home the other
     * @param jar the one jar
     * @param version the version of this build
     * @throws IllegalArgumentException if one of them is not what it should be; the message is for the user
     * @throws IOException if a file cannot be read
     */
    public static Comparison of(Path baked, Path home, Path jar, String version) throws IOException {
        Comparison comparison = new Comparison();
        checkSource(baked, home);
        List<String> remedies;
        try (Baking.Contents contents = Baking.Contents.of(baked)) {
            remedies = contents.remedies();
            if (remedies.isEmpty()) {
                throw new IllegalArgumentException(baked + " is not baked");
            }
        }
        Baking baking = Baking.of(home, jar, version, remedies);
        comparison.compareImages(baked, home, baking);
        comparison.compareFiles(baked, home, baking, version);
        if (comparison.wrong > LISTED) {
            comparison.lines.add("DIFFERS and " + (comparison.wrong - LISTED) + " more");
        }
        comparison.lines.add(comparison.same + " files and resources are the same, " + comparison.wrong + " differ otherwise");
        return comparison;
    }

    /** Compares what the JDKs say of themselves: of another JDK each file would differ. */
    private static void checkSource(Path baked, Path home) {
        try {
            Jdk copy = Jdk.at(baked);
            Jdk source = Jdk.at(home);
            if (!source(copy).equals(source(source))) {
                throw new IllegalArgumentException(baked + " was not baked from " + home + ", but from " + source(copy) + "; this is "
                        + source(source));
            }
        } catch (Jdk.NoJdkException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static String source(Jdk jdk) {
        return "JDK " + (jdk.build().isEmpty() ? jdk.version() : jdk.build()) + (jdk.vendor().isEmpty() ? "" : " (" + jdk.vendor() + ")");
    }

    private void compareImages(Path baked, Path home, Baking baking) throws IOException {
        try (Baking.Contents after = Baking.Contents.of(baked); Baking.Contents before = Baking.Contents.of(home)) {
            Set<String> paths = new TreeSet<>(before.paths());
            paths.addAll(after.paths());
            paths.addAll(baking.resources().keySet());
            for (String path : paths) {
                byte[] old = before.content(path);
                byte[] expected = baking.resources().getOrDefault(path, old);
                if (!Arrays.equals(expected, after.content(path))) {
                    differs(path);
                } else if (old == null) {
                    lines.add("added " + path);
                } else if (old == expected) {
                    same++;
                } else {
                    lines.add("rewritten " + path);
                }
            }
        }
    }

    private void differs(String what) {
        wrong++;
        if (wrong <= LISTED) {
            lines.add("DIFFERS " + what);
        }
    }

    private void compareFiles(Path baked, Path home, Baking baking, String version) throws IOException {
        Set<String> names = new TreeSet<>(files(home));
        names.addAll(files(baked));
        names.remove(BakedJdk.IMAGE);
        for (String name : names) {
            Path before = home.resolve(name);
            Path after = baked.resolve(name);
            if (name.endsWith(".jsa")) {
                lines.add((Files.exists(before) ? "made anew " : "added ") + name);
            } else if (name.equals(BakedJdk.JMOD)) {
                Path expected = Files.createTempFile("slipstream", ".jmod");
                try {
                    baking.writeJmod(before, expected);
                    note(Files.exists(after) && Files.mismatch(expected, after) < 0, "rewritten ", name);
                } finally {
                    Files.delete(expected);
                }
            } else if (name.equals(BakedJdk.RELEASE)) {
                String expected = Files.exists(before) ? Files.readString(before) + BakedJdk.release(version, baking) : null;
                note(Files.exists(after) && Files.readString(after).equals(expected), "appended to ", name);
            } else if (Files.exists(before) && Files.exists(after) ? Files.mismatch(before, after) < 0
                    : !Files.exists(before) && !Files.exists(after)) {
                same++;
            } else {
                differs(name);
            }
        }
    }

    private void note(boolean isRight, String how, String name) {
        if (isRight) {
            lines.add(how + name);
        } else {
            differs(name);
        }
    }

    private static Set<String> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder, FileVisitOption.FOLLOW_LINKS)) {
            Set<String> names = new HashSet<>();
            all.filter(file -> !Files.isDirectory(file)).forEach(file -> names.add(folder.relativize(file).toString()));
            return names;
        }
    }

    /** Returns a line for each difference, and a summary. */
    public List<String> lines() {
        return List.copyOf(lines);
    }

    /** Returns whether the JDKs differ exactly as this build bakes. */
    public boolean isAsBaked() {
        return wrong == 0;
    }
}
