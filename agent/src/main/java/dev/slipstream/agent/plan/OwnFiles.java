package dev.slipstream.agent.plan;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Files that lie beside the engine's classes. If the JVM has those on its boot class path, where an AOT cache can hold them, they
 * have no loader, and their files come from the one that started the engine.
 */
public final class OwnFiles {
    private static final @Nullable ClassLoader LOADER = OwnFiles.class.getClassLoader();

    private OwnFiles() {}

    /** Returns the loader of the engine's files. */
    @SuppressWarnings("NullAway") // On the boot class path, the entry has set it.
    public static ClassLoader loader() {
        return LOADER != null ? LOADER : entry;
    }

    private static @Nullable ClassLoader entry;

    /** Sets the loader, on the thread that starts the engine. */
    public static void setEntry(ClassLoader loader) {
        entry = loader;
    }

    /** Opens a file that the jar has in every build. */
    public static InputStream open(String name) throws IOException {
        InputStream file = loader().getResourceAsStream(name);
        if (file == null) {
            throw new IOException("the jar lacks ".concat(name));
        }
        return file;
    }
}
