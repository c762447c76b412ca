package dev.slipstream.cli.bake;

import dev.slipstream.agent.bake.Baking;
import dev.slipstream.cli.exit.ExitCodes;
import dev.slipstream.cli.exit.Failure;
import dev.slipstream.results.jdk.Jdk;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Comparison of a baked JDK with the JDK that it was made of. */
public final class Comparison {
    /** The differences that are listed; more of them say no more. */
    private static final int LISTED = 20;
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int OWNER_WRITES = 0200;
    private static final int PERMISSIONS = 0777;

    /** Rights by which others than the owner could change an archive, or by which it would run as its owner. */
    private static final int RIGHTS_OF_NO_ARCHIVE = 07022;
    private static final long MEGABYTE = 1_000_000;

    private final Path baked;
    private final Path home;
    private final Baking baking;
    private final String version;
    private final List<String> lines = new ArrayList<>();

    /** Targets of the links that were frozen, by the links' names. */
    private final SortedMap<String, Path> frozen = new TreeMap<>();
    private SortedSet<String> archives = new TreeSet<>();
    private int wrong;
    private int same;
    private long bytes;

    private Comparison(Path baked, Path home, Baking baking, String version) {
        this.baked = baked;
        this.home = home;
        this.baking = baking;
        this.version = version;
    }

    /**
     * Compares. Runs no code of either JDK, and writes nothing.
     *
     * @param baked the baked JDK, with links resolved
     * @param home the other, with links resolved
     * @param jar the one jar
     * @param version the version of this build
     * @throws IllegalArgumentException if one of them is not what it should be; the message is for the user
     * @throws Failure if the baked JDK's image is damaged
     * @throws IOException if a file cannot be read
     */
    public static Comparison of(Path baked, Path home, Path jar, String version)
            throws Failure, IOException, InterruptedException {
        checkSource(baked, home);
        try (Baking.Contents after = open(baked); Baking.Contents before = Baking.Contents.of(home)) {
            List<String> remedies = after.remedies();
            if (remedies.isEmpty()) {
                throw new IllegalArgumentException(baked + " is not baked");
            }
            Comparison comparison = new Comparison(baked, home, Baking.of(home, jar, version, remedies), version);
            comparison.compareImages(before, after);
            comparison.compareFiles();
            comparison.sumUp();
            return comparison;
        }
    }

    private static Baking.Contents open(Path baked) throws Failure, IOException {
        try {
            return Baking.Contents.of(baked);
        } catch (ClosedByInterruptException stopped) {
            throw stopped;
        } catch (IOException e) {
            throw new Failure(ExitCodes.FAILED, Failure.describe(e));
        }
    }

    /** Compares what the JDKs say of themselves: of another JDK each file would differ. */
    private static void checkSource(Path baked, Path home) {
        try {
            Jdk copy = Jdk.named(baked);
            Jdk source = Jdk.at(home);
            if (!source(copy).equals(source(source))) {
                throw new IllegalArgumentException(
                        baked + " was not baked from " + home + ", but from " + source(copy) + "; this is "
                                + source(source));
            }
        } catch (Jdk.NoJdkException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static String source(Jdk jdk) {
        return "JDK " + (jdk.build().isEmpty() ? jdk.version() : jdk.build())
                + (jdk.vendor().isEmpty() ? "" : " (" + jdk.vendor() + ")");
    }

    /** First by resource, which names what differs; then by byte, which also covers the index. */
    private void compareImages(Baking.Contents before, Baking.Contents after) throws IOException, InterruptedException {
        Set<String> paths = new TreeSet<>(before.paths());
        paths.addAll(after.paths());
        paths.addAll(baking.resources().keySet());
        for (String path : paths) {
            checkInterrupt();
            byte[] old = before.content(path);
            byte[] expected = baking.resources().getOrDefault(path, old);
            if (!Arrays.equals(expected, after.content(path))) {
                differs(path);
            } else if (old == null) {
                lines.add("added " + path);
            } else if (old == expected) {
                same(old.length);
            } else {
                lines.add("rewritten " + path);
            }
        }
        if (wrong == 0 && !matches(BakedJdk.IMAGE, baking::writeImage)) {
            differs(BakedJdk.IMAGE + ": its index");
        }
    }

    private boolean matches(String name, BakedJdk.Content content) throws IOException {
        try (Matching file = new Matching(baked.resolve(name));
                BufferedOutputStream to = new BufferedOutputStream(file, BUFFER_BYTES)) {
            content.writeTo(to);
            to.flush();
            return file.matches();
        }
    }

    private void differs(String what) {
        wrong++;
        if (wrong <= LISTED) {
            lines.add("DIFFERS " + what);
        }
    }

    private void same(long size) {
        same++;
        bytes += size;
    }

    private void compareFiles() throws IOException, InterruptedException {
        SortedMap<String, Tree.Entry> before = Tree.of(home, this::isFrozen);
        SortedMap<String, Tree.Entry> after = Tree.of(baked, none -> false);
        archives = BakedJdk.archives(before.keySet());
        before.keySet().removeIf(BakedJdk::isArchive);
        Set<String> names = new TreeSet<>(before.keySet());
        names.addAll(after.keySet());
        names.addAll(archives);
        String owner = Tree.Entry.of(baked).owner();
        for (String name : names) {
            checkInterrupt();
            Tree.Entry old = before.get(name);
            Tree.Entry now = after.get(name);
            String difference = archives.contains(name) ? differenceOfArchive(now, owner) : difference(name, old, now, owner);
            if (difference != null) {
                differs((name.isEmpty() ? "." : name) + difference);
            } else if (archives.contains(name)) {
                lines.add("not verified " + name + "; made anew by: " + String.join(" ", commandFor(name)));
            } else if (name.equals(BakedJdk.JMOD)) {
                lines.add("rewritten " + name);
            } else if (name.equals(BakedJdk.RELEASE)) {
                lines.add("appended to " + name);
            } else if (now != null && !name.equals(BakedJdk.IMAGE)) {
                same(now.isFile() ? Files.size(now.path()) : 0);
            }
        }
        frozen.forEach((name, target) -> lines.add("frozen " + name + ", a copy of what the link led to: " + target));
        lines.add(after.values().stream().map(Tree.Entry::owner).distinct().sorted()
                .collect(Collectors.joining(", ", "owned by ", "")));
    }

    /** Tells whether the baked JDK has a copy of what a link of the JDK leads to. */
    private boolean isFrozen(Path link) throws IOException {
        String name = home.relativize(link).toString();
        Path copy = baked.resolve(name);
        if (!Tree.leadsOut(home, link) || !Files.exists(copy, LinkOption.NOFOLLOW_LINKS) || Files.isSymbolicLink(copy)) {
            return false;
        }
        frozen.put(name, Tree.target(home, link));
        return true;
    }

    /** Returns what is different, after the name; null if nothing is. */
    private @Nullable String difference(
            String name, Tree.@Nullable Entry old, Tree.@Nullable Entry now, String owner) throws IOException {
        if (old == null || now == null) {
            return old == null ? ": not in the JDK" : ": missing";
        }
        Tree.Entry source = BakedJdk.CHANGED.contains(name) ? Tree.Entry.of(old.path()) : old;
        if (!source.kind().equals(now.kind())) {
            return ": " + now.kind() + ", not " + source.kind();
        }
        if (now.isLink()) {
            Path target = Files.readSymbolicLink(now.path());
            Path expected = Tree.target(home, old.path());
            return target.equals(expected) ? null : ": leads to " + target + ", not to " + expected;
        }
        int rights = !now.isFolder() ? source.rights() : (source.rights() & PERMISSIONS) | OWNER_WRITES;
        if (rights != now.rights()) {
            return String.format(": mode %04o, not %04o", now.rights(), rights);
        }
        if (!now.owner().equals(owner) && !now.owner().equals(source.owner())) {
            return ": owned by " + now.owner() + ", not " + owner;
        }
        return !now.isFile() || isExpected(name, old.path(), now.path()) ? null : frozenAt(name);
    }

    private boolean isExpected(String name, Path old, Path now) throws IOException {
        return switch (name) {
            case BakedJdk.IMAGE -> true;
            case BakedJdk.JMOD -> matches(name, to -> baking.writeJmod(old, to));
            case BakedJdk.RELEASE -> Arrays.equals(Files.readAllBytes(now), BakedJdk.release(home, version, baking));
            default -> Files.mismatch(old, now) < 0;
        };
    }

    /** Returns why a copy of what a link leads to may differ; else nothing more. */
    private String frozenAt(String name) {
        return frozen.entrySet().stream().filter(each -> Path.of(name).startsWith(each.getKey())).findFirst()
                .map(Map.Entry::getValue)
                .map(target -> ": a copy of what lies at " + target + ", one of which has changed").orElse("");
    }

    private static @Nullable String differenceOfArchive(Tree.@Nullable Entry now, String owner) {
        if (now == null) {
            return ": missing";
        }
        if (!now.isFile()) {
            return ": " + now.kind() + ", not a file";
        }
        if ((now.rights() & RIGHTS_OF_NO_ARCHIVE) != 0) {
            return String.format(": mode %04o", now.rights());
        }
        return now.owner().equals(owner) ? null : ": owned by " + now.owner() + ", not " + owner;
    }

    private List<String> commandFor(String archive) throws IOException {
        List<String> command = new ArrayList<>(List.of(baked.resolve("bin/java").toString(), "-Xshare:dump"));
        command.addAll(BakedJdk.options(archive));
        return command;
    }

    private void sumUp() {
        if (wrong > LISTED) {
            lines.add("DIFFERS and " + (wrong - LISTED) + " more");
        }
        lines.add("Compared: content, kind, mode, owner and links. Not compared: times, access lists, extended attributes"
                + (archives.isEmpty() ? "." : ", and the " + archives.size() + " not verified."));
        lines.add(same + " files, folders, links and resources are the same (" + (bytes + MEGABYTE / 2) / MEGABYTE + " MB), "
                + wrong
                + " differ otherwise");
    }

    private static void checkInterrupt() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
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
