package dev.slipstream.agent.engine;

import dev.slipstream.agent.rewrite.JdkClasses;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * The class files of java.base, as they lie in the running JDK's image or in what patches it. Straight from the module: a URL
 * would bring the JDK's whole machinery for URLs with it.
 */
final class JdkSource implements JdkClasses.Source {
    private static final Module JAVA_BASE = Object.class.getModule();

    @Override
    public byte[] read(String name) {
        try (InputStream in = JAVA_BASE.getResourceAsStream(name.concat(".class"))) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
