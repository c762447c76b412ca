package dev.slipstream.agent.rewrite;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The class files of a JDK, and the questions that a plan asks of them. For use by one thread. */
public final class JdkClasses {
    /** Where class files come from. */
    @FunctionalInterface
    public interface Source {
        /**
         * @param name internal name
         * @return the class file, or null if there is none of that name
         */
        byte[] read(String name);
    }

    private final Source source;
    private final Map<String, Set<String>> known = new HashMap<>();

    /** Asks the given source, once per class. */
    public JdkClasses(Source source) {
        this.source = source;
    }

    /** Whether the class is there. */
    public boolean has(String name) {
        return methods(name) != null;
    }

    /**
     * Checks that a method is there.
     *
     * @param owner internal name of the class that declares it
     * @throws NotThere if it is not
     */
    public void needMethod(String owner, String name, String descriptor) {
        Set<String> methods = methods(owner);
        if (methods == null) {
            throw new NotThere("class " + owner);
        }
        if (!methods.contains(name.concat(descriptor))) {
            throw new NotThere(owner + "." + name + descriptor);
        }
    }

    private Set<String> methods(String owner) {
        if (!known.containsKey(owner)) {
            byte[] bytes = source.read(owner);
            known.put(owner, bytes == null ? null : methodsOf(bytes));
        }
        return known.get(owner);
    }

    private static Set<String> methodsOf(byte[] bytes) {
        Set<String> methods = new HashSet<>();
        ClassFile.reader(bytes).accept(new ClassVisitor(Opcodes.ASM9) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] thrown) {
                methods.add(name.concat(descriptor));
                return null;
            }
        }, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return methods;
    }
}
