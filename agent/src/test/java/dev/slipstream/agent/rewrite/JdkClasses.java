package dev.slipstream.agent.rewrite;

import dev.slipstream.agent.plan.JdkView;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** A JDK asked through its class files, so that plans can be tried on any JDK. */
public final class JdkClasses implements JdkView {
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
    private final Map<String, String> superclasses = new HashMap<>();

    /** Asks the given source, once per class. */
    public JdkClasses(Source source) {
        this.source = source;
    }

    @Override
    public boolean has(String name) {
        return members(name) != null;
    }

    @Override
    public void need(String owner, String name, String descriptor) {
        String member = name.concat(descriptor);
        String declaring = owner;
        while (!members(required(declaring)).contains(member)) {
            declaring = superclasses.get(declaring);
            if (declaring == null) {
                throw new NotThere(owner + "." + member);
            }
        }
    }

    private String required(String name) {
        if (!has(name)) {
            throw new NotThere("class " + name);
        }
        return name;
    }

    @Override
    public Set<String> callable(String owner) {
        byte[] bytes = source.read(owner);
        if (bytes == null) {
            throw new NotThere("class " + owner);
        }
        Set<String> callable = new HashSet<>();
        Rewriter.reader(bytes).accept(new ClassVisitor(Opcodes.ASM9) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] thrown) {
                if ((access & (Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC)) == 0 && !name.equals("<init>")) {
                    callable.add(name.concat(descriptor));
                }
                return null;
            }
        }, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return callable;
    }

    private Set<String> members(String owner) {
        if (!known.containsKey(owner)) {
            byte[] bytes = source.read(owner);
            known.put(owner, bytes == null ? null : membersOf(bytes));
            superclasses.put(owner, bytes == null ? null : Rewriter.reader(bytes).getSuperName());
        }
        return known.get(owner);
    }

    private static Set<String> membersOf(byte[] bytes) {
        Set<String> members = new HashSet<>();
        Rewriter.reader(bytes).accept(new ClassVisitor(Opcodes.ASM9) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] thrown) {
                members.add(name.concat(descriptor));
                return null;
            }

            @Override
            public FieldVisitor visitField(int access, String name, String descriptor, String signature, Object value) {
                members.add(name.concat(descriptor));
                return null;
            }
        }, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return members;
    }
}
