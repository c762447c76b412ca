package dev.slipstream.agent.plan;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Files that lie beside the engine's classes, in the agent's jar or a baked JDK. An engine on the boot class path, where a class
 * archive can hold it, has no loader of its own: its files come from the one that started it.
 *
 * <p>Thread-safe: the loader is set on the thread that starts the engine, before that starts another.
 */
public final class OwnFiles {
    private static @Nullable ClassLoader loader = OwnFiles.class.getClassLoader();

    private OwnFiles() {}

    /** Sets the loader that started the engine. */
    public static void setLoader(ClassLoader starting) {
        loader = starting;
    }

    /** Returns the loader of the engine's files. */
    @SuppressWarnings("NullAway") // Set before anything asks.
    public static ClassLoader loader() {
        return loader;
    }

    /**
     * Opens a file that every build has.
     *
     * @throws IOException if it is not there
     */
    public static InputStream open(String name) throws IOException {
        InputStream file = loader().getResourceAsStream(name);
        if (file == null) {
            throw new IOException("the jar lacks ".concat(name));
        }
        return file;
    }
}
