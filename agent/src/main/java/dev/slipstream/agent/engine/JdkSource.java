package dev.slipstream.agent.engine;

import dev.slipstream.agent.rewrite.JdkClasses;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The class files of the running JDK, as they lie in its image or in what patches it. */
final class JdkSource implements JdkClasses.Source {
    @Override
    public byte[] read(String name) {
        try (InputStream in = ClassLoader.getSystemResourceAsStream(name.concat(".class"))) {
            return in == null ? null : in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
