package dev.slipstream.agent.rewrite;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * An instance of a copy of {@link Adder}. Rewritten classes are loaded, which verifies them.
 *
 * @param type the copy
 * @param instance a new one
 */
record Copy(Class<?> type, Object instance) {
    Copy(Class<?> type) throws ReflectiveOperationException {
        this(type, type.getConstructor().newInstance());
    }

    Object call(String name, Object... arguments) throws Exception {
        for (var method : type.getMethods()) {
            if (method.getName().equals(name)) {
                return method.invoke(instance, arguments);
            }
        }
        throw new NoSuchMethodException(name);
    }

    double result() throws Exception {
        return type.getField("result").getDouble(instance);
    }

    String log() throws Exception {
        return type.getField("log").get(instance).toString();
    }

    static byte[] original() throws IOException {
        return classFile(Adder.class);
    }

    private static byte[] classFile(Class<?> type) throws IOException {
        try (InputStream in = type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class")) {
            return in.readAllBytes();
        }
    }

    /** A copy of the class, rewritten. */
    static Copy rewritten(MethodEdit... edits) throws Exception {
        byte[] classFile = Rewriter.rewrite(original(), List.of(edits));
        byte[] gate = classFile(Adder.Gate.class);
        ClassLoader loader = new ClassLoader(Adder.class.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                if (name.equals(Adder.Gate.class.getName())) {
                    return defineClass(name, gate, 0, gate.length);
                }
                if (name.equals(Adder.class.getName())) {
                    Class<?> loaded = findLoadedClass(name);
                    return loaded != null ? loaded : defineClass(name, classFile, 0, classFile.length);
                }
                return super.loadClass(name, resolve);
            }
        };
        return new Copy(loader.loadClass(Adder.class.getName()));
    }
}
