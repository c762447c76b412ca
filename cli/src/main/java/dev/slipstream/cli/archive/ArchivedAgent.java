package dev.slipstream.cli.archive;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The agent's jar, with the engine's classes where the boot class path finds them. HotSpot archives no classes of a loader of one's
 * own, as the engine's is otherwise.
 */
final class ArchivedAgent {
    private static final String ENGINE = "META-INF/slipstream/engine/";
    private static final String COMMAND_LINE = "META-INF/slipstream/cli/";
    private static final String CLASS = ".class";
    private static final String OURS = "dev/slipstream/";

    private ArchivedAgent() {}

    /**
     * Writes the jar.
     *
     * @param from {@code slipstream.jar}
     * @param to a file that does not exist
     * @return the names of the classes of agent and engine, with slashes
     */
    static List<String> write(Path from, Path to) throws IOException {
        List<String> classes = new ArrayList<>();
        try (ZipFile jar = new ZipFile(from.toFile());
                OutputStream file = Files.newOutputStream(to);
                JarOutputStream out = new JarOutputStream(file)) {
            out.setLevel(0);
            for (ZipEntry entry : jar.stream().filter(each -> !each.isDirectory()).toList()) {
                String name = entry.getName();
                if (name.startsWith(COMMAND_LINE)) {
                    continue;
                }
                byte[] content = content(jar, entry);
                put(out, name, content);
                String inEngine = name.startsWith(ENGINE) ? name.substring(ENGINE.length()) : name;
                if (inEngine.startsWith(OURS) && inEngine.endsWith(CLASS)) {
                    classes.add(inEngine.substring(0, inEngine.length() - CLASS.length()));
                    if (name.startsWith(ENGINE)) {
                        put(out, inEngine, content);
                    }
                }
            }
        }
        return classes;
    }

    private static byte[] content(ZipFile jar, ZipEntry entry) throws IOException {
        try (InputStream in = jar.getInputStream(entry)) {
            return entry.getName().equals(JarFile.MANIFEST_NAME) ? withoutMain(in) : in.readAllBytes();
        }
    }

    /** Returns the manifest of a jar that cannot be started: the command line is not in it. */
    private static byte[] withoutMain(InputStream in) throws IOException {
        Manifest manifest = new Manifest(in);
        manifest.getMainAttributes().remove(Attributes.Name.MAIN_CLASS);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        manifest.write(out);
        return out.toByteArray();
    }

    private static void put(JarOutputStream out, String name, byte[] content) throws IOException {
        out.putNextEntry(new ZipEntry(name));
        out.write(content);
        out.closeEntry();
    }
}
