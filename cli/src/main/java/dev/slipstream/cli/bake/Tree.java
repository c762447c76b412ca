package dev.slipstream.cli.bake;

import dev.slipstream.cli.process.Folders;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.GroupPrincipal;
import java.nio.file.attribute.UserPrincipal;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The files, folders and links of a JDK, as they lie on the disk. */
final class Tree {
    private static final int KIND = 0170000;
    private static final int FILE = 0100000;
    private static final int FOLDER = 0040000;
    private static final int LINK = 0120000;
    private static final int RIGHTS = 07777;

    private Tree() {}

    /**
     * One of them.
     *
     * @param path where its content lies: elsewhere if it was reached through a link
     * @param mode its kind and rights, as the operating system has them
     * @param owner user and group, with a colon between
     */
    record Entry(Path path, int mode, String owner) {
        @SuppressWarnings("NullAway") // The attributes that are asked for are there.
        static Entry of(Path path, LinkOption... options) throws IOException {
            Map<String, Object> attributes = Files.readAttributes(path, "unix:mode,owner,group", options);
            return new Entry(path, (Integer) attributes.get("mode"),
                    ((UserPrincipal) attributes.get("owner")).getName() + ":"
                            + ((GroupPrincipal) attributes.get("group")).getName());
        }

        boolean isFile() {
            return (mode & KIND) == FILE;
        }

        boolean isFolder() {
            return (mode & KIND) == FOLDER;
        }

        boolean isLink() {
            return (mode & KIND) == LINK;
        }

        String kind() {
            return isFile() ? "a file" : isFolder() ? "a folder" : isLink() ? "a link" : "neither file, folder nor link";
        }

        /** Returns the permissions with the bits that change user or group, and the sticky one. */
        int rights() {
            return mode & RIGHTS;
        }
    }

    /** Selects links. */
    @FunctionalInterface
    interface Links {
        boolean contain(Path link) throws IOException;
    }

    /**
     * Lists a folder and all that is in it.
     *
     * @param home the folder, with links resolved
     * @param followed the links to replace by what they lead to, with all links in that; if it does not exist, the link stays
     * @return the entries by their names below the folder, whose own name is empty
     * @throws IOException if a part cannot be read, or links that are followed form a loop
     */
    static SortedMap<String, Entry> of(Path home, Links followed) throws IOException {
        SortedMap<String, Entry> entries = new TreeMap<>();
        Files.walkFileTree(home, new Visitor(home, entries) {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (attributes.isSymbolicLink() && followed.contain(file) && Files.exists(file)) {
                    Files.walkFileTree(file, Set.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, new Visitor(home, entries));
                    return FileVisitResult.CONTINUE;
                }
                return super.visitFile(file, attributes);
            }
        });
        return entries;
    }

    /** Adds what it visits. */
    private static class Visitor extends SimpleFileVisitor<Path> {
        private final Path home;
        private final Map<String, Entry> entries;

        Visitor(Path home, Map<String, Entry> entries) {
            this.home = home;
            this.entries = entries;
        }

        private FileVisitResult add(Path path, BasicFileAttributes attributes) throws IOException {
            entries.put(home.relativize(path).toString(),
                    attributes.isSymbolicLink() ? Entry.of(path, LinkOption.NOFOLLOW_LINKS) : Entry.of(path));
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
            return add(folder, attributes);
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            return add(file, attributes);
        }
    }

    /** Tells whether a link of a JDK leads out of it. */
    static boolean leadsOut(Path home, Path link) throws IOException {
        return !absolute(link).normalize().startsWith(home);
    }

    /** Returns the target of the same link in a copy of the JDK: relative inside of the JDK, absolute outside. */
    static Path target(Path home, Path link) throws IOException {
        Path target = Files.readSymbolicLink(link);
        Path absolute = absolute(link);
        if (leadsOut(home, link)) {
            return absolute;
        }
        return target.isAbsolute() ? Folders.parent(link).relativize(absolute) : target;
    }

    /** Takes the first steps up itself, since no link is among them. Those that follow a name may lead up from a link's target. */
    private static Path absolute(Path link) throws IOException {
        Path target = Files.readSymbolicLink(link);
        Path folder = Folders.parent(link);
        int ups = 0;
        while (!target.isAbsolute() && ups < target.getNameCount() && target.getName(ups).toString().equals("..")) {
            folder = Folders.parent(folder);
            ups++;
        }
        return target.isAbsolute() ? target
                : ups == target.getNameCount() ? folder : folder.resolve(target.subpath(ups, target.getNameCount()));
    }
}
